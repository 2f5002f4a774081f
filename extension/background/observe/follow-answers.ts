import { describeRefused } from '#shared/judge/words/describe-refused.ts'
import type { ToBridge } from '../../messages/bridge-messages.ts'
import type { FromHook } from '../../messages/hook-messages.ts'
import type { Stage } from '../../tab/tab-state.ts'
import { gatewayNaming } from '../../answer/gateway-naming.ts'
import { followWriting, type Writing } from './follow-writing.ts'
import { whyPassed } from '../encrypt/passed-requests.ts'
import { judgeWithTraits } from './judge-with-traits.ts'
import { wordsWithoutReceipt } from './words-without-receipt.ts'
import type { JudgedExchange } from '../record/judged-exchange.ts'
import { keepJudged, type KeepOutcome } from '../record/keep-judged.ts'
import { sayOutcome } from '../record/say-outcome.ts'
import { exchangeKey, noteTab } from '../record/note-answer.ts'
import type { TabPlace } from '../tab/tab-store.ts'
import type { Settings } from '../../settings/settings.ts'
import { readSettings } from '../../settings/stored-settings.ts'

/** Longest answer that is read, in characters, and answers that one page may have on their way. */
const textLimit = 4 * 1024 * 1024
const openLimit = 32

interface OpenAnswer {
  readonly url: string
  readonly request: string | null
  readonly place: string | null
  readonly parts: string[]
  readonly writing: Writing
  size: number
  isReported: boolean
}

/** The connection that reports each answer, by tab and answer: a page that connects again reports its answers again. */
const followedBy = new Map<string, chrome.runtime.Port>()

interface Followed {
  readonly place: TabPlace
  readonly frameId: number | undefined
  /** The connection that tells of it. */
  readonly port: chrome.runtime.Port
  readonly post: (message: ToBridge) => void
}

interface FollowedAnswers {
  handle(message: FromHook): void
  /** Nobody tells of them any longer. */
  leave(): void
}

/** The answers of one page on their way, from their first piece to what is said of them. */
export function followAnswers({ place, frameId, port, post }: Followed): FollowedAnswers {
  const open = new Map<number, OpenAnswer>()
  const nameOf = (id: number) => `${place.tabId}-${exchangeKey(frameId, id)}`

  function note(id: number, stage: Stage): Promise<void> {
    return noteTab(place, { kind: 'stage', key: exchangeKey(frameId, id), stage })
  }

  function handle(message: FromHook): void {
    const { id } = message
    switch (message.kind) {
      case 'open':
        makeRoom()
        return void open.set(id, begin(message))
      case 'part': {
        const answer = open.get(id)
        if (!answer) return
        answer.size += message.text.length
        // Too long: it is over, and nothing is said about it.
        if (answer.size > textLimit) return giveUp(id)
        answer.parts.push(message.text)
        const text = answer.writing.push(message.text)
        if (text !== null) tellWriting(id, answer, text)
        return
      }
      case 'close': {
        const answer = open.get(id)
        open.delete(id)
        if (answer) finish(id, answer).catch(() => end(id))
        else post({ kind: 'nothing', id })
      }
    }
  }

  function tellWriting(id: number, answer: OpenAnswer, text: string): void {
    if (!answer.isReported) note(id, { at: 'writing' }).catch(() => {})
    answer.isReported = true
    followedBy.set(nameOf(id), port)
    post({ kind: 'writing', id, text })
  }

  /** Nothing came of it that could be judged. */
  function end(id: number, words: readonly string[] = []): void {
    post({ kind: 'nothing', id, ...(words.length > 0 && { words }) })
    if (followedBy.get(nameOf(id)) !== port) return
    followedBy.delete(nameOf(id))
    note(id, { at: 'ended' }).catch(() => {})
  }

  /** Pages stop reading without a word: the oldest is given up for one more. */
  function makeRoom(): void {
    const [oldest] = open.keys()
    if (open.size >= openLimit && oldest !== undefined) giveUp(oldest)
  }

  function giveUp(id: number): void {
    open.delete(id)
    end(id)
  }

  async function finish(id: number, answer: OpenAnswer): Promise<void> {
    const { url, request, place: label, parts } = answer
    const key = exchangeKey(frameId, id)
    const received = { url, request, place: label, text: parts.join(''), key }
    const settings = await readSettings()
    const judged = await judgeWithTraits({ ...received, ...place }, settings)
    if (judged === null) return refuse(id, answer)
    const whyInClear = mayBePassed(place, settings)
      ? await whyPassed({ place, key, request })
      : null
    const outcome = await keepOrFail({ ...judged, ...place, whyInClear })
    if (outcome === null) return end(id)
    followedBy.delete(nameOf(id))
    post(sayOutcome(outcome, { id, text: judged.text, place: label }))
  }

  async function refuse(id: number, { parts, writing }: OpenAnswer): Promise<void> {
    const failed = writing.failed()
    if (failed === null) return end(id, wordsWithoutReceipt(parts.join(''), writing.text()))
    const said = describeRefused({ id: failed.id, reason: failed.reason }, gatewayNaming(null))
    await note(id, { at: 'refused', said })
    followedBy.delete(nameOf(id))
    post({ kind: 'refused', id, text: writing.text(), said })
  }

  return {
    handle,
    leave() {
      for (const [id, { isReported }] of open) if (isReported) end(id)
    },
  }
}

function begin({ url, request, place }: Extract<FromHook, { kind: 'open' }>): OpenAnswer {
  return { url, request, place, parts: [], writing: followWriting(), size: 0, isReported: false }
}

/** Whether a page of this site may send in clear what was to be encrypted. */
function mayBePassed({ origin }: TabPlace, { pairs }: Settings): boolean {
  return pairs.some(({ site, takeover }) => site === origin && takeover === 'possible')
}

/** Where there is no room for it, or no database: that it failed is said, and nothing that is good. */
async function keepOrFail(judged: JudgedExchange): Promise<KeepOutcome | null> {
  try {
    return await keepJudged(judged)
  } catch {
    const { verdict, gateway, key } = judged
    if (verdict.kind !== 'rejected') return null
    const { id, reason } = verdict.failed
    const said = describeRefused({ id, reason }, gatewayNaming(gateway))
    await noteTab(judged, { kind: 'stage', key, stage: { at: 'refused', said } })
    return { kind: 'refused', said }
  }
}
