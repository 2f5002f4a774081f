import type { Conversation } from '../messages/ui-requests.ts'
import type { AnswerState } from '../answer/answer-card.ts'
import { StateMark } from './state-mark.tsx'

const words: Readonly<Record<AnswerState, string>> = {
  failed: 'Do not rely on this conversation',
  'no-receipt': 'Not every answer has a receipt',
  'unknown-signer': 'A receipt is of an unknown gateway',
  partial: 'Partly checked',
  simulated: 'A simulated enclave answered',
  promise: 'As signed; the mode is a promise',
  verified: 'Every answer is verified',
}

/** A conversation is worth what its weakest answer is worth, which is named. */
export function ConversationVerdict({ conversation }: { readonly conversation: Conversation }) {
  const { weakest, turns, receipts } = conversation
  if (receipts === 'none') {
    return (
      <p>
        <StateMark state="no-receipt" label="No receipt reaches this page" />
        <br />
        The server of this front-end drops them. Nothing is said about its answers.
      </p>
    )
  }
  if (weakest === null) return <p>No receipt reached this page yet.</p>
  const turn = turns[weakest.at]
  return (
    <div className="conversation-verdict">
      <StateMark state={weakest.state} label={words[weakest.state]} />
      <p>
        {turns.length === 1
          ? 'Its one answer'
          : `Its weakest is answer ${weakest.at + 1} of ${turns.length}`}
        {turn ? `: ${turn.card.label}.` : ': no receipt reached this page for it.'}
      </p>
    </div>
  )
}
