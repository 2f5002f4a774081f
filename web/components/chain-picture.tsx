import type { ChainLink } from '../judge/chain-links.ts'
import { showText } from '#shared/text/show-text.ts'
import { privacyLabel } from '#shared/modes.ts'
import { StatusMark } from '#shared/ui/status-mark.tsx'
import { evidencePanelWords as words } from '#shared/words/english/pages/evidence-panel.ts'

const simulatedWords = privacyLabel('tee', 'aci-tdx-simulated/1')

/** The chain behind an answer, link under link; the line is broken where it does not hold. */
export function ChainPicture({ links }: { readonly links: readonly ChainLink[] }) {
  return (
    <>
      {links.some(({ isSimulated }) => isSimulated) && (
        <p className="chain-title">
          <strong>{simulatedWords}.</strong> {words.simulated}
        </p>
      )}
      <ol className="chain" aria-label={words.chain}>
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
            <p className="hint">{count === 1 ? words.oneCheck : words.checks(count)}</p>
          </li>
        ))}
      </ol>
      <p className="hint">{words.counts}</p>
    </>
  )
}
