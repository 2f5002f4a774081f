import badges from './pictures/badges.webp'
import card from './pictures/card.webp'
import panel from './pictures/panel.webp'

const pictures = [
  {
    source: badges,
    shows: 'A chat page with a badge below each of three answers',
    words: 'Each answer has its badge, beside the answer.',
  },
  {
    source: card,
    shows: 'The card of one answer, open over the chat',
    words: 'Its card says what was proven, and what was not.',
  },
  {
    source: panel,
    shows: 'A chat page with the side panel beside it',
    words: 'The side panel has the whole conversation, and what left this device.',
  },
] as const

/** Of the real extension, by `npm run screenshots`. */
export function Pictures() {
  return (
    <div className="pictures">
      {pictures.map(({ source, shows, words }) => (
        <figure key={words}>
          <a href={source}>
            <img src={source} width={840} height={525} alt={shows} loading="lazy" />
          </a>
          <figcaption>{words}</figcaption>
        </figure>
      ))}
    </div>
  )
}
