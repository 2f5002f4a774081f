import type { CommitmentSide } from '#shared/judge/judge-subject.ts'
import { useState } from 'react'
import { answerPageWords } from '#shared/words/english/extension/answer-page.ts'
import { cardWords as words } from '#shared/words/english/extension/card.ts'
import type { FullAnswer } from '../../messages/ui-requests.ts'
import { CopyButton } from '#shared/ui/copy-button.tsx'
import { saveFile } from '#shared/ui/save-file.ts'
import { DisclosurePanel } from './disclosure-panel.tsx'

interface ActionsProps {
  readonly answer: FullAnswer
  /** The side that the user asked for in the page, or null. */
  readonly asked: string | null
}

/** What can be handed to others, from that which may be published to that which says more. */
export function Actions({ answer: { card, checkLink }, asked }: ActionsProps) {
  const [side, setSide] = useState<CommitmentSide | null>(
    asked === 'prompt' || asked === 'response' ? asked : null,
  )
  const { link, digest, receipt } = card
  const toggle = (next: CommitmentSide) => setSide(side === next ? null : next)
  return (
    <section aria-label={answerPageWords.forOthers}>
      <div className="row">
        <button
          type="button"
          className="primary"
          onClick={() => saveFile(`countersign-${digest.slice(0, 12)}.json`, `${receipt}\n`)}
        >
          {words.exportReceipt}
        </button>
        {checkLink !== null && (
          <a
            className="button"
            href={checkLink}
            target="_blank"
            rel="noreferrer"
            title={words.checkTitle}
          >
            {words.check}
          </a>
        )}
      </div>
      <details open={side !== null}>
        <summary>{words.details}</summary>
        <div className="row">
          <CopyButton text={card.evidenceText} label={words.copyEvidence} />
          {link !== null && <CopyButton text={link} label={words.copyLink} />}
          <button
            type="button"
            aria-pressed={side === 'response'}
            onClick={() => toggle('response')}
          >
            {words.discloseAnswer}
          </button>
          <button type="button" aria-pressed={side === 'prompt'} onClick={() => toggle('prompt')}>
            {words.disclosePrompt}
          </button>
        </div>
        {side !== null && <DisclosurePanel key={side} card={card} side={side} />}
      </details>
    </section>
  )
}
