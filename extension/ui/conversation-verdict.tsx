import type { Conversation } from '../messages/ui-requests.ts'
import type { AnswerState } from '../answer/answer-card.ts'
import { looks } from '../badge/badge-looks.ts'
import { StateShape } from './state-shape.tsx'

const words: Readonly<Record<AnswerState, string>> = {
  failed: 'Do not rely on this conversation',
  'no-receipt': 'Not every answer has a receipt',
  'unknown-signer': 'A receipt is of an unknown gateway',
  partial: 'Partly checked',
  simulated: 'A simulated enclave answered',
  promise: 'As signed; the mode is a promise',
  verified: 'Each answer with a receipt is verified',
}

interface Said {
  readonly state: AnswerState
  readonly title: string
  readonly sentence: string
}

/** A conversation is worth what its weakest answer is worth, which is named. */
export function ConversationVerdict({ conversation }: { readonly conversation: Conversation }) {
  const { state, title, sentence } = say(conversation)
  return (
    <section className={`verdict tone-${looks[state].tone}`} aria-label="The conversation">
      <h2>
        <StateShape state={state} />
        {title}
      </h2>
      <p>{sentence}</p>
    </section>
  )
}

function say({ weakest, turns, receipts }: Conversation): Said {
  if (receipts === 'none') {
    return {
      state: 'no-receipt',
      title: 'No receipt reaches this page',
      sentence: 'Its own server drops them. Nothing is said about its answers.',
    }
  }
  if (weakest === null) {
    return {
      state: 'no-receipt',
      title: 'No answer yet',
      sentence: 'No receipt reached this page since it was loaded.',
    }
  }
  if (weakest.at === null) {
    const sentence = 'An answer that is not seen on this page any longer failed. It is below.'
    return { state: weakest.state, title: words[weakest.state], sentence }
  }
  const turn = turns[weakest.at]
  const which =
    turns.length === 1
      ? 'Its one answer'
      : `Its weakest is answer ${weakest.at + 1} of ${turns.length}`
  const what = turn ? `: ${turn.card.label}.` : ': no receipt reached this page for it.'
  return { state: weakest.state, title: words[weakest.state], sentence: which + what }
}
