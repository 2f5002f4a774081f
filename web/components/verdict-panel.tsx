import type { VerdictWords } from '../judge/describe-verdict.ts'

const tones: Readonly<Record<VerdictWords['word'], string>> = {
  Verified: 'pass',
  'Partly verified': 'skip',
  'Not proven': 'skip',
  Invalid: 'fail',
}

interface VerdictPanelProps {
  readonly words: VerdictWords
  /** What the reader brought: `an answer with its receipt`. */
  readonly subject: string
  readonly notEstablished: readonly string[]
}

/** The verdict, and right below it what it does not say. */
export function VerdictPanel({ words, subject, notEstablished }: VerdictPanelProps) {
  return (
    <section className={`verdict tone-${tones[words.word]}`} aria-labelledby="verdict-word">
      <p className="verdict-subject">This is {subject}.</p>
      <h2 id="verdict-word">{words.word}</h2>
      <p className="verdict-sentence">
        <bdi>{words.sentence}</bdi>
      </p>
      <h3>Not established</h3>
      <ul>
        {notEstablished.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
