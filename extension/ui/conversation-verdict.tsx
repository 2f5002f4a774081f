import { conversationWords as words } from '#shared/words/english/extension/conversation.ts'
import { extensionWords } from '#shared/words/english/extension/extension-parts.ts'
import type { Look } from '#shared/judge/state/look-of.ts'
import { LookMark } from '#shared/ui/look-mark.tsx'
import { plainSaid } from '../answer/said.ts'
import type { Conversation } from '../messages/ui-requests.ts'

/** A conversation is worth what its weakest answer is worth, which is named. */
export function ConversationVerdict({ conversation }: { readonly conversation: Conversation }) {
  const { look, sentence } = say(conversation)
  return (
    <section className={`verdict tone-${look.tone}`} aria-label={extensionWords.conversation}>
      <h2>
        <LookMark look={look} />
      </h2>
      <p>{sentence}</p>
    </section>
  )
}

const watching: Look = { mark: '⋯', tone: 'none', label: words.watching }

function say({ weakest, turns, receipts }: Conversation): {
  readonly look: Look
  readonly sentence: string
} {
  if (receipts === 'none') return { look: plainSaid.dropped, sentence: plainSaid.dropped.sentence }
  if (weakest === null) {
    return {
      look: watching,
      sentence: words.noAnswer,
    }
  }
  const { said, at } = weakest
  return { look: said, sentence: `${whichOf(at, turns.length)} ${said.sentence}` }
}

function whichOf(at: number | null, count: number): string {
  if (at === null) return words.unplaced
  return count === 1 ? words.only : words.weakest(at + 1, count)
}
