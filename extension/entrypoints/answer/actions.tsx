import type { CommitmentSide } from '#shared/judge/judge-subject.ts'
import { useState } from 'react'
import type { AnswerCard } from '../../answer/answer-card.ts'
import { CopyButton } from '#shared/ui/copy-button.tsx'
import { saveFile } from '#shared/ui/save-file.ts'
import { DisclosurePanel } from './disclosure-panel.tsx'

interface ActionsProps {
  readonly card: AnswerCard
  /** The side that the user asked for in the page, or null. */
  readonly asked: string | null
}

/** What can be handed to others, from that which may be published to that which says more. */
export function Actions({ card, asked }: ActionsProps) {
  const [side, setSide] = useState<CommitmentSide | null>(
    asked === 'prompt' || asked === 'response' ? asked : null,
  )
  const { link, digest, receipt } = card
  const toggle = (next: CommitmentSide) => setSide(side === next ? null : next)
  return (
    <section aria-label="For others">
      <div className="row">
        <button
          type="button"
          className="primary"
          onClick={() => saveFile(`countersign-${digest.slice(0, 12)}.json`, `${receipt}\n`)}
        >
          Export receipt
        </button>
        {link !== null && (
          <a
            className="button"
            href={link}
            target="_blank"
            rel="noreferrer"
            title="Opens the receipt in the gateway’s /verify page, which checks it anew"
          >
            Check
          </a>
        )}
      </div>
      <details open={side !== null}>
        <summary>More</summary>
        <div className="row">
          <CopyButton text={card.evidenceText} label="Copy as evidence" />
          {link !== null && <CopyButton text={link} label="Copy share link" />}
          <button
            type="button"
            aria-pressed={side === 'response'}
            onClick={() => toggle('response')}
          >
            Disclose the answer only
          </button>
          <button type="button" aria-pressed={side === 'prompt'} onClick={() => toggle('prompt')}>
            Disclose the prompt only
          </button>
        </div>
        {side !== null && <DisclosurePanel key={side} card={card} side={side} />}
      </details>
    </section>
  )
}
