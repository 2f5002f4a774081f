import { utf8ToBytes } from '#shared/bytes.ts'
import { createMessageAssembler } from '#shared/commitment/assemble-message.ts'
import { createChunkReader } from '#shared/commitment/read-chunks.ts'
import { FormatError } from '#shared/errors.ts'
import { createSseSplitter, eventLimitBytes } from '#shared/sse/sse-splitter.ts'
import type { ToBridge } from '../messages/bridge-messages.ts'
import { parseFromHook, type FromHook } from '../messages/hook-messages.ts'
import { judgeWithTraits } from './judge-with-traits.ts'
import { keepJudged } from './keep-judged.ts'
import { rulesFor } from './rules-for.ts'
import { readSettings } from './settings.ts'

/** Longest answer that is read, in characters, and answers that one page may have on their way. */
const textLimit = 4 * 1024 * 1024
const openLimit = 32

interface OpenAnswer {
  readonly url: string
  readonly request: string | null
  readonly place: string | null
  readonly parts: string[]
  readonly writing: { push(text: string): string | null }
  size: number
}

/** Follows what one page receives. The origin is the browser's word, never a field of a message. */
export function observePort(port: chrome.runtime.Port): void {
  const { origin, tab } = port.sender ?? {}
  if (origin === undefined) return
  let isOpen = true
  port.onDisconnect.addListener(() => {
    isOpen = false
  })
  const post = (message: ToBridge) => {
    if (isOpen) port.postMessage(message)
  }
  const open = new Map<number, OpenAnswer>()
  let isDeaf = false

  const ready = readSettings().then((settings) => {
    const rules = rulesFor(origin, settings)
    if (rules.site === 'off') isDeaf = true
    post(rules)
  })

  port.onMessage.addListener((raw: unknown) => {
    if ((raw as { kind?: unknown } | null)?.kind === 'ping') return
    void ready.then(() => {
      if (isDeaf) return
      try {
        take(parseFromHook(raw))
      } catch (error) {
        // A page that sends nonsense is not listened to any longer. The port stays: one that closes is
        // opened again, and told everything anew.
        if (!(error instanceof FormatError)) throw error
        isDeaf = true
      }
    })
  })

  function take(message: FromHook): void {
    const { id } = message
    switch (message.kind) {
      case 'open': {
        makeRoom()
        const { url, request, place } = message
        open.set(id, { url, request, place, parts: [], writing: followWriting(), size: 0 })
        return
      }
      case 'part': {
        const answer = open.get(id)
        if (!answer) return
        answer.size += message.text.length
        if (answer.size > textLimit) return void open.delete(id)
        answer.parts.push(message.text)
        const text = answer.writing.push(message.text)
        if (text !== null) post({ kind: 'writing', id, text })
        return
      }
      case 'close': {
        const answer = open.get(id)
        open.delete(id)
        // Too long, or one of too many: it is over, and nothing is said about it.
        if (answer) finish(id, answer).catch(() => post({ kind: 'nothing', id }))
        else post({ kind: 'nothing', id })
      }
    }
  }

  /** Pages stop reading without a word: the oldest is given up for one more. */
  function makeRoom(): void {
    const [oldest] = open.keys()
    if (open.size < openLimit || oldest === undefined) return
    open.delete(oldest)
    post({ kind: 'nothing', id: oldest })
  }

  async function finish(id: number, { url, request, place, parts }: OpenAnswer): Promise<void> {
    const settings = await readSettings()
    const received = {
      url,
      request,
      place,
      text: parts.join(''),
      origin: origin ?? '',
      tabId: tab?.id ?? null,
    }
    const judged = await judgeWithTraits(received, settings)
    if (judged === null) return post({ kind: 'nothing', id })
    const card = await keepJudged(judged)
    post({ kind: 'judged', id, text: judged.text, place, card })
  }
}

/** Shortest text that is worth looking for in a page, in characters. */
const shortestText = 24

/**
 * What is there of a streamed answer. Told when it is long enough to be found in a page, and then each
 * time it has doubled: an answer of a thousand pieces is told ten times.
 */
function followWriting(): { push(text: string): string | null } {
  const assembler = createMessageAssembler()
  const reader = createChunkReader({ asked: null })
  const splitter = createSseSplitter(eventLimitBytes)
  let next = shortestText
  let isStream = true
  return {
    push(text) {
      if (!isStream) return null
      let hasGrown = false
      try {
        splitter.push(utf8ToBytes(text.toWellFormed()), (event) => {
          hasGrown = true
          const part = reader.read(event)
          if (part.kind === 'chunk') assembler.push(part.chunk)
        })
      } catch (error) {
        if (!(error instanceof FormatError)) throw error
        isStream = false
        return null
      }
      if (!hasGrown) return null
      const content = assembler.message()?.['content']
      if (typeof content !== 'string' || content.length < next) return null
      next = 2 * content.length
      return content
    },
  }
}
