import { FormatError } from '#shared/errors.ts'
import {
  parseFromPlaces,
  type FromPlaces,
  type LookedUpText,
  type ToPlaces,
} from '../../messages/place-messages.ts'
import type { AnswerCard } from '../../answer/answer-card.ts'
import { compareTexts } from '../../reading/compare-texts.ts'
import { plainReading } from '../../reading/plain-reading.ts'
import type { Comparison } from '#shared/judge/state/comparison.ts'
import type { KeptAnswer } from '../../vault/kept-answer.ts'
import { textDigests } from '../../vault/text-digest.ts'
import { vault } from '../../vault/vault.ts'
import { cardOf } from './card-of.ts'
import { checkLink } from './check-link.ts'
import { findKept } from './find-kept.ts'
import { readSettings } from '../../settings/stored-settings.ts'
import { followListedTurns } from './follow-listed-turns.ts'
import { lockAnswer, noteAnswer } from './note-answer.ts'
import { inTurn } from '../tab/in-turn.ts'

/** Digests of what a badge stood beside: a page may draw an answer in several ways, and each has two. */
const mostShown = 32

/** Answers the part of the content script that places badges. It is told of its own site's answers only. */
export function placePort(port: chrome.runtime.Port): void {
  const { origin, tab } = port.sender ?? {}
  if (origin === undefined) return
  const site: string = origin
  // Frames within the page have badges; the order of the tab's answers is the page's own.
  const tabId = port.sender?.frameId === 0 ? (tab?.id ?? null) : null
  let isOpen = true
  port.onDisconnect.addListener(() => {
    isOpen = false
  })
  const post = (message: ToPlaces) => {
    if (isOpen) port.postMessage(message)
  }
  const handle = answerPlaces({ site, tabId, post })
  let isDeaf = false
  const ready = readSettings().then(({ sites }) => {
    isDeaf = !sites.includes(site)
  })

  // One after the other: what is said last is about what was shown last.
  const turn = `places-${crypto.randomUUID()}`
  port.onMessage.addListener((raw: unknown) => {
    inTurn(turn, () => ready.then(() => handleKnown(raw))).catch(() => {})
  })

  async function handleKnown(raw: unknown): Promise<void> {
    if (isDeaf) return
    try {
      await handle(parseFromPlaces(raw))
    } catch (error) {
      // Such as a text without end: that one is not compared, and the others are.
      if (!(error instanceof FormatError)) throw error
    }
  }
}

interface Site {
  /** Origin of the page, as the browser says it. */
  readonly site: string
  /** Null for a frame: it has badges, and no say in what the tab's answers are. */
  readonly tabId: number | null
  readonly post: (message: ToPlaces) => void
}

/** Does what the content script of one page asks, about answers of its own site alone. */
function answerPlaces({ site, tabId, post }: Site): (message: FromPlaces) => Promise<void> {
  const turns = followListedTurns({ tabId, origin: site })

  async function handle(message: FromPlaces): Promise<void> {
    switch (message.kind) {
      case 'look':
        return post({ kind: 'found', ref: message.ref, cards: await look(message.texts) })
      case 'shown': {
        // What comes next is taken in with it, and does not wait until it is stored.
        const isSaid = Promise.withResolvers<void>()
        const done = lockAnswer(message.digest, () => shown(message, isSaid.resolve))
        return Promise.race([isSaid.promise, done])
      }
      case 'turns':
        return post({ kind: 'listed', seq: message.seq, isTaken: await turns(message) })
      case 'open-answer': {
        const kept = await vault.read(message.digest)
        if (kept?.origin === site)
          await chrome.tabs.create({ url: await pageOf(kept, message.show) })
      }
    }
  }

  async function digested(read: string, before: string): Promise<DigestedText> {
    const text = plainReading(read)
    const [digest = '', placeDigest = ''] = await textDigests(site, [text, `${before}\n${text}`])
    return { read, digest, placeDigest }
  }

  async function look(
    texts: readonly LookedUpText[],
  ): Promise<readonly (AnswerCard | 'undecided' | null)[]> {
    const known = await Promise.all(
      texts.map(async (each) => ({ ...each, ...(await digested(each.text, each.before)) })),
    )
    const found = await findKept(
      site,
      known.map((each) => ({ ...each, textDigest: each.digest })),
    )
    return Promise.all(
      known.map(async (each, at) => {
        const one = found[at] ?? null
        if (one === null || one === 'undecided') return one
        return cardOf({ ...one.kept, found: one.by, shown: compare(one.kept, each) })
      }),
    )
  }

  /** @param isSaid called once the tab's state is going to say it */
  async function shown(
    { digest, text, before, tellsServer, messageId, found }: Extract<FromPlaces, { kind: 'shown' }>,
    isSaid: () => void,
  ): Promise<void> {
    const known = await digested(text, before)
    let as: Comparison = 'unsure'
    const kept = await vault.change(digest, (stored) => {
      if (stored?.origin !== site) return null
      as = compare(stored, known)
      // What only has its words may be another message.
      const isHere = found !== 'by-words'
      const digests = isHere ? [known.digest, known.placeDigest] : [known.digest]
      const others = stored.shownTexts.filter((each) => !digests.includes(each))
      return {
        ...stored,
        found,
        messageId: isHere ? (messageId ?? stored.messageId) : stored.messageId,
        sentToServer: stored.sentToServer || tellsServer,
        shown: as,
        shownTexts: [...digests, ...others].slice(0, mostShown),
      }
    })
    if (kept?.origin !== site) return
    const card = await cardOf(kept)
    post({ kind: 'card', card, text })
    const event = { kind: 'compared', digest, as, found } as const
    const noted = noteAnswer({ tabId, origin: site }, { kept, card }, event)
    isSaid()
    await noted
  }

  return handle
}

/** Where an answer is shown as a user asked for it. */
async function pageOf(
  kept: KeptAnswer,
  show: Extract<FromPlaces, { kind: 'open-answer' }>['show'],
): Promise<string> {
  const link = show === 'check' ? await checkLink(kept) : null
  if (link !== null) return link
  const isSide = show === 'prompt' || show === 'response'
  const query = new URLSearchParams({ digest: kept.digest, ...(isSide ? { disclose: show } : {}) })
  return chrome.runtime.getURL(`/answer.html?${query}${show === 'signed' ? '#signed' : ''}`)
}

interface DigestedText {
  readonly read: string
  /** HMAC of it. */
  readonly digest: string
  /** HMAC of it behind what stands before it. */
  readonly placeDigest: string
}

/** Where no words are kept only the digests tell. */
function compare({ signedTexts, words }: KeptAnswer, { read, digest }: DigestedText): Comparison {
  if (words !== null && signedTexts.length > 0) return compareTexts(words.text, read)
  return signedTexts.includes(digest) ? 'same' : 'unsure'
}
