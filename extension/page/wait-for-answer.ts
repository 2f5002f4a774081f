import type { FromHook } from '../messages/hook-messages.ts'
import { dropOldest } from './drop-oldest.ts'
import { answerMarkLength, looksLikeAnswer } from './looks-like-answer.ts'
import { NativeMap } from './natives.ts'

/** Responses that are looked at before they showed what they are, and how far each is. */
const mostWaiting = 64
const waitingLimit = 256 * 1024

/** Passes on what is told of a response from when it looks like an answer; of others, nothing. */
export function waitForAnswer(send: (message: FromHook) => void): (message: FromHook) => void {
  const waiting = new NativeMap<number, { messages: FromHook[]; tail: string; size: number }>()
  const open = new NativeMap<number, true>()

  function look(id: number, message: FromHook): void {
    const held = waiting.get(id)
    if (held === undefined) return
    if (message.kind !== 'part') return void waiting.delete(id)
    held.messages[held.messages.length] = message
    held.size += message.text.length
    const shows = looksLikeAnswer.test(held.tail + message.text)
    held.tail = (held.tail + message.text).slice(-answerMarkLength)
    if (!shows && held.size <= waitingLimit) return
    waiting.delete(id)
    if (!shows) return
    open.set(id, true)
    for (const each of held.messages) send(each)
  }

  return (message) => {
    const { id } = message
    if (message.kind === 'open') {
      // Pages leave bodies half read, and say so to nobody.
      dropOldest(waiting, mostWaiting)
      return void waiting.set(id, { messages: [message], tail: '', size: 0 })
    }
    if (!open.has(id)) return look(id, message)
    send(message)
    if (message.kind === 'close') open.delete(id)
  }
}
