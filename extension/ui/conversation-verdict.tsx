import type { Look } from '#shared/judge/state/look-of.ts'
import { LookMark } from '#shared/ui/look-mark.tsx'
import { plainSaid } from '../answer/said.ts'
import type { Conversation } from '../messages/ui-requests.ts'

/** A conversation is worth what its weakest answer is worth, which is named. */
export function ConversationVerdict({ conversation }: { readonly conversation: Conversation }) {
  const { look, sentence } = say(conversation)
  return (
    <section className={`verdict tone-${look.tone}`} aria-label="The conversation">
      <h2>
        <LookMark look={look} />
      </h2>
      <p>{sentence}</p>
    </section>
  )
}

const watching: Look = { mark: '⋯', tone: 'none', label: 'Watching this chat' }

function say({ weakest, turns, receipts }: Conversation): {
  readonly look: Look
  readonly sentence: string
} {
  if (receipts === 'none') return { look: plainSaid.dropped, sentence: plainSaid.dropped.sentence }
  if (weakest === null) {
    return {
      look: watching,
      sentence:
        'No answer reached this page since it was loaded. Each one that carries a receipt is checked, and wears a badge.',
    }
  }
  const { said, at } = weakest
  return { look: said, sentence: `${whichOf(at, turns.length)} ${said.sentence}` }
}

function whichOf(at: number | null, count: number): string {
  if (at === null) return 'Of an answer without a place on the page:'
  return count === 1 ? 'Its one answer:' : `Its weakest is answer ${at + 1} of ${count}:`
}
