import type { ChainLink } from '../judge/chain-links.ts'
import { showText } from '#shared/text/show-text.ts'
import { privacyLabel } from '#shared/modes.ts'
import { StatusMark } from '#shared/ui/status-mark.tsx'

const simulatedWords = privacyLabel('tee', 'aci-tdx-simulated/1')

/** The chain behind an answer, link under link; the line is broken where it does not hold. */
export function ChainPicture({ links }: { readonly links: readonly ChainLink[] }) {
  return (
    <>
      {links.some(({ isSimulated }) => isSimulated) && (
        <p className="chain-title">
          <strong>{simulatedWords}.</strong> The first five links are a drawing of what hardware
          would show.
        </p>
      )}
      <ol className="chain" aria-label="From the processor to the words">
        {links.map(({ id, title, proves, status, isSimulated, because, count }) => (
          <li
            key={id}
            className={`chain-link chain-${status}${isSimulated ? ' chain-simulated' : ''}`}
          >
            <h4>
              {title} <StatusMark status={status} />
            </h4>
            <p>{proves}</p>
            {because !== null && (
              <p className="check-detail">
                <bdi>{showText(because, 300)}</bdi>
              </p>
            )}
            <p className="hint">{count === 1 ? '1 check' : `${count} checks`}</p>
          </li>
        ))}
      </ol>
      <p className="hint">A link counts only as far as those above it hold.</p>
    </>
  )
}
