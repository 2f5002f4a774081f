import type { Frontend } from '../../frontend.ts'
import { frontendFor } from '../../frontend-registry.ts'
import { generic } from '../../frontends/generic.ts'
import { isOurs } from '../badge/make-badge.ts'
import { followMessageIds } from './message-ids.ts'
import type { Life } from './turn-life.ts'
import { followTurns, type TurnLives } from './turn-lives.ts'
import { createTurnReader } from './turn-reader.ts'
import { blocksAround, rootOf, turnsOf } from './turns-of.ts'
import { wordsBefore } from './words-before.ts'

/** The turns of a page: what they show, and how they came to it. */
export interface StandingTurns extends Pick<
  TurnLives,
  'act' | 'begin' | 'end' | 'isAwaiting' | 'isWriting' | 'moment' | 'now' | 'openingLook'
> {
  readonly frontend: () => Frontend
  readonly wordsIn: (turn: Element) => string
  readonly readingIn: (turn: Element) => string
  /** Characters of all text in it. */
  readonly lengthOf: (element: Element) => number
  /** Words of what stands before it. */
  beforeIn(turn: Element): string
  /** Takes each change of the page. */
  witness(records: readonly MutationRecord[]): void
  /** Forgets the text of this element, which may have changed. */
  readonly forget: (element: Element) => void
  look(): void
  /** The document or shadow root that holds the turns. */
  root(): Document | ShadowRoot
  turns(): readonly Element[]
  /** Blocks that were not written here, and those around them, on a page whose turns are blocks. */
  blocks(): readonly Element[]
  lifeOf(turn: Element): Life | undefined
  /** Not one that was written here: what that came of is known, or it is not. */
  mayBeFound(turn: Element): boolean
  /** The page's own name of the message, where it stood for this text alone. */
  nameOf(turn: Element): string | null
  /** The name of its message stands for its text. */
  settleName(turn: Element): void
  /** No other turn has the same words. */
  isOnly(turn: Element): boolean
}

export function followStanding(page: Document): StandingTurns {
  let current = frontendFor(page)
  const frontend = () => current
  const reader = createTurnReader(frontend)
  const lives = followTurns(frontend)
  const ids = followMessageIds()
  let turns: readonly Element[] = []
  let counts: ReadonlyMap<string, number> | null = null
  let blocks: readonly Element[] | null = null

  const idOf = (turn: Element) => current.messageId?.(turn) ?? null

  /** The front-end stays while it matches: a search of the page for each front-end takes longer than all else. */
  function recognise(): void {
    if (current.id === generic.id || !current.matches(page)) current = frontendFor(page)
  }

  function lifeOf(turn: Element): Life | undefined {
    const own = lives.of(turn)
    if (own || current.turnsAre !== 'blocks') return own
    // The inner block with the longest text stands for a block of blocks.
    let most: Life | undefined
    for (const inner of turn.querySelectorAll(current.turnSelector)) {
      const life = lives.of(inner)
      if (life && life.words.length > (most?.words.length ?? -1)) most = life
    }
    return most
  }

  return {
    ...lives,
    frontend,
    wordsIn: reader.wordsIn,
    readingIn: reader.readingIn,
    lengthOf: reader.lengthOf,
    beforeIn: (turn) => wordsBefore(turn, isOurs),
    forget: reader.forget,
    witness(records) {
      if (!current.matches(page)) recognise()
      lives.witness(records)
    },
    look() {
      recognise()
      turns = turnsOf(page, current)
      blocks = null
      lives.look(turns, reader.wordsIn)
      counts = null
      if (!current.messageId) return
      for (const turn of turns) {
        const id = idOf(turn)
        const life = lives.of(turn)
        if (id !== null && life) ids.see(id, life, lives.now())
      }
    },
    root: () => rootOf(page, current),
    turns: () => turns,
    blocks() {
      blocks ??= blocksAround(
        turns.filter((turn) => lives.of(turn)?.came !== 'grown'),
        current,
        { most: longestBlock, lengthOf: reader.lengthOf },
      )
      return blocks
    },
    lifeOf,
    mayBeFound(turn) {
      const came = lifeOf(turn)?.came
      return came === 'loaded' || came === 'drawn'
    },
    nameOf(turn) {
      const name = idOf(turn)
      return name !== null && name.length <= longestName && ids.isSteady(name) ? name : null
    },
    settleName(turn) {
      const id = idOf(turn)
      if (id !== null) ids.settle(id, reader.wordsIn(turn))
    },
    isOnly(turn) {
      counts ??= countsOf(turns.map(reader.wordsIn))
      return counts.get(lifeOf(turn)?.words ?? '') === 1
    },
  }
}

function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Longest name of a message, in characters; no known page has a longer name. */
const longestName = 128
/** Longest block of blocks that may be one answer, in characters. */
const longestBlock = 50_000
