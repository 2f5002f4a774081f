import { FormatError } from '#shared/errors.ts'
import { parseFromPage, type BadgeView, type ToPage } from '../messages.ts'
import { keepAnswer } from '../vault/vault.ts'
import { judgeAnswer, shownText, type ReceivedAnswer } from './judge-answer.ts'
import { readSettings } from './settings.ts'

/** Longest answer that is read, and answers that one page may have on their way at the same time. */
const textLimit = 4 * 1024 * 1024
const openLimit = 32

/** Follows what one page receives. The origin is the browser's word, never a field of a message. */
export function observePort(port: chrome.runtime.Port): void {
  const origin = port.sender?.origin
  if (origin === undefined) return
  let isDeaf = false
  const open = new Map<
    number,
    { url: string; request: string | null; parts: string[]; size: number }
  >()

  port.onMessage.addListener((raw: unknown) => {
    if (isDeaf || (raw as { kind?: unknown } | null)?.kind === 'ping') return
    try {
      const message = parseFromPage(raw)
      switch (message.kind) {
        case 'open': {
          if (open.size >= openLimit) return
          const { url, request } = message
          open.set(message.id, { url, request, parts: [], size: 0 })
          return
        }
        case 'part': {
          const answer = open.get(message.id)
          if (!answer) return
          answer.size += message.text.length
          if (answer.size > textLimit) open.delete(message.id)
          else answer.parts.push(message.text)
          return
        }
        case 'close': {
          const answer = open.get(message.id)
          open.delete(message.id)
          if (answer) void finish(message.id, { ...answer, text: answer.parts.join('') })
          // Too long, or one of too many: it is over, and nothing is said about it.
          else port.postMessage({ kind: 'nothing', id: message.id } satisfies ToPage)
          return
        }
      }
    } catch (error) {
      // A page that sends nonsense is not listened to any longer. The port stays: one that closes is
      // opened again, and told everything anew.
      if (!(error instanceof FormatError)) throw error
      isDeaf = true
    }
  })

  async function finish(id: number, answer: ReceivedAnswer): Promise<void> {
    const judged = judgeAnswer(answer, await readSettings())
    if (judged === null || origin === undefined) {
      port.postMessage({ kind: 'nothing', id } satisfies ToPage)
      return
    }
    const { svc } = judged.subject
    const kept = await keepAnswer({
      digest: svc.receipt.digest,
      origin,
      at: Date.now(),
      gateway: judged.gateway,
      view: judged.view,
      receipt: svc.receipt,
      salts: svc.commitment_salts,
    })
    const view: BadgeView =
      kept === 'kept'
        ? judged.view
        : { tone: 'bad', label: 'Failed', detail: 'This receipt was seen on another site before.' }
    port.postMessage({ kind: 'judged', id, text: shownText(judged.subject), view } satisfies ToPage)
  }
}
