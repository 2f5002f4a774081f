import type { Frontend } from '../../frontend.ts'
import { frontendFor } from '../../frontend-registry.ts'
import { followMessageIds } from './message-ids.ts'
import type { Life } from './turn-life.ts'
import { followTurns } from './turn-lives.ts'
import { createTurnReader } from './turn-reader.ts'
import { rootOf, turnsOf } from './turns-of.ts'

/** The turns of a page: what they show, and how they came to it. */
export interface StandingTurns {
  readonly frontend: () => Frontend
  readonly wordsIn: (turn: Element) => string
  readonly readingIn: (turn: Element) => string
  /** With every change of the page. */
  witness(records: readonly MutationRecord[]): void
  /** What this element shows may have changed. */
  readonly forget: (element: Element) => void
  look(): readonly Element[]
  /** What the turns are in. */
  root(): Document | ShadowRoot
  turns(): readonly Element[]
  lifeOf(turn: Element): Life | undefined
  /** Not one that was written here: what that came of is known, or it is not. */
  mayBeFound(turn: Element): boolean
  /** The page's own name of the message, where it stood for this text alone. */
  nameOf(turn: Element): string | null
  /** The same once `settleName` was called. */
  settledNameOf(turn: Element): string | null
  settleName(turn: Element): void
  /** No other turn has the same words. */
  isOnly(turn: Element): boolean
  readonly act: () => void
  readonly now: () => number
  readonly openingLook: () => number
  readonly moment: () => number
}

export function followStanding(page: Document): StandingTurns {
  let current = frontendFor(page)
  const frontend = () => current
  const reader = createTurnReader(frontend)
  const lives = followTurns(frontend)
  const ids = followMessageIds()
  let turns: readonly Element[] = []
  let counts = new Map<string, number>()

  const idOf = (turn: Element) => current.messageId?.(turn) ?? null

  function shortIdOf(turn: Element): string | null {
    const id = idOf(turn)
    return id !== null && id.length <= longestName ? id : null
  }

  function lifeOf(turn: Element): Life | undefined {
    const own = lives.of(turn)
    if (own || current.turnsAre !== 'blocks') return own
    // Of a block of blocks the one that says most.
    return turns
      .filter((inner) => turn.contains(inner))
      .map((inner) => lives.of(inner))
      .reduce(
        (most, life) => ((life?.words.length ?? 0) > (most?.words.length ?? 0) ? life : most),
        undefined,
      )
  }

  return {
    frontend,
    wordsIn: reader.wordsIn,
    readingIn: reader.readingIn,
    forget: reader.forget,
    witness(records) {
      current = frontendFor(page)
      lives.witness(records)
    },
    look() {
      current = frontendFor(page)
      turns = turnsOf(page, current)
      lives.look(turns, reader.wordsIn)
      counts = new Map()
      for (const turn of turns) {
        const words = reader.wordsIn(turn)
        counts.set(words, (counts.get(words) ?? 0) + 1)
        const id = idOf(turn)
        const life = lives.of(turn)
        if (id !== null && life) ids.see(id, life, lives.now())
      }
      return turns
    },
    root: () => rootOf(page, frontendFor(page)),
    turns: () => turns,
    lifeOf,
    mayBeFound(turn) {
      const came = lifeOf(turn)?.came
      return came === 'loaded' || came === 'drawn'
    },
    nameOf(turn) {
      const name = shortIdOf(turn)
      return name !== null && ids.isSteady(name) ? name : null
    },
    settledNameOf: shortIdOf,
    settleName(turn) {
      const id = idOf(turn)
      if (id !== null) ids.settle(id, reader.wordsIn(turn))
    },
    isOnly: (turn) => counts.get(reader.wordsIn(turn)) === 1,
    act: lives.act,
    now: lives.now,
    openingLook: lives.openingLook,
    moment: lives.moment,
  }
}

/** In characters; longer than any that is known. */
const longestName = 128
