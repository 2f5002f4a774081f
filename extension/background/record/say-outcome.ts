import type { JudgedMessage, RefusedMessage } from '../../messages/bridge-messages.ts'
import { drawnWords } from '../../reading/drawn-words.ts'
import type { KeepOutcome } from './keep-judged.ts'

/** What is told to the page about one of its exchanges. @param of its text, and where the transport placed it */
export function sayOutcome(
  outcome: KeepOutcome,
  of: Pick<JudgedMessage, 'id' | 'text' | 'place'>,
): JudgedMessage | RefusedMessage {
  const { id, text } = of
  return outcome.kind === 'judged'
    ? { ...outcome, ...of, drawn: drawnWords(text) }
    : { ...outcome, id, text }
}
