import type { Frontend } from '../../frontend.ts'
import { setBounded } from '#shared/bytes/set-bounded.ts'
import { allWithin, closestTo, isForm, isOneOf } from '../badge/form-proof.ts'
import { wordsOf } from '../../reading/words-of.ts'
import { liveOn, type Life, type PageLook, type Seen } from './turn-life.ts'

/** Follows how each turn of a page came to show what it shows. */
export interface TurnLives {
  /** Takes each change of the page, before anything else changes. */
  witness(records: readonly MutationRecord[]): void
  /** A look at all turns, from top to bottom. */
  look(turns: readonly Element[], wordsIn: (turn: Element) => string): void
  of(turn: Element): Life | undefined
  /** Number of the newest look. */
  readonly now: () => number
  /** Number of the oldest look in which a page can have shown what is told to come just now. */
  readonly openingLook: () => number
  /** Counts each change of the page and each act of its user. */
  readonly moment: () => number
  /** The page's user did something: from here on turns are written here. */
  readonly act: () => void
  /** An answer began to come, and is over. */
  readonly begin: (id: number) => void
  readonly end: (id: number) => void
  /** True while an answer is on its way. */
  readonly isWriting: () => boolean
  /** True while an answer is on its way, or may not be drawn whole. */
  readonly isAwaiting: () => boolean
}

/** The text that a turn showed when it was seen last, and how the text came there since the newest look. */
interface Sight {
  text: string
  /** Name of the message in the newest look. */
  name: string | null
  how: Seen['how']
  isAnew: boolean
  began: number
  /** The text before the page emptied the turn since the newest look; null if it did not. */
  emptied: string | null
}

/** Time in which a page shows an answer that came to it, in milliseconds. */
const sameMomentMs = 250

/** Time for which a page may still draw an answer that has come, in milliseconds. */
const stillDrawnMs = 2_000
/** Answers that are on their way. */
const mostAwaited = 1_000

/** Elements that a page may make anew between two looks, of which the texts are remembered. */
const mostGone = 200

export function followTurns(frontend: () => Frontend): TurnLives {
  let lives: readonly Life[] = []
  const ofTurn = new WeakMap<Element, Life>()
  /** The turns of the newest look. */
  let known: readonly Element[] = []
  let at = 0
  /** When the newest looks were, the newest one last. */
  let looks: readonly number[] = []
  let moment = 0
  let isActive = false
  let lastId = 0
  /** When each answer that may still be drawn was over; null for what is on its way. */
  const awaited = new Map<number, number | null>()
  const recent = () => looks.filter((time) => performance.now() - time <= sameMomentMs)
  const sights = followSights(frontend, () => moment)

  return {
    witness(records) {
      moment += 1
      const { turnSelector } = frontend()
      for (const { target, addedNodes } of records) {
        const within = target instanceof Element ? target : target.parentElement
        const turn = within && closestTo(within, turnSelector)
        if (turn) sights.see(turn)
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue
          if (isOneOf(node, turnSelector)) sights.meet(node)
          for (const inner of allWithin(node, turnSelector)) sights.meet(inner)
        }
      }
    },
    look(turns, wordsIn) {
      at += 1
      looks = [...recent(), performance.now()]
      const now = lookAgain(
        turns,
        { known, lives, sights, wordsIn },
        {
          at,
          isActive,
          isAwaiting: isAnyLeft(awaited),
          isChat: frontend().turnsAre !== 'blocks',
          nextId: () => (lastId += 1),
        },
      )
      for (const turn of now.gone) ofTurn.delete(turn)
      known = turns
      lives = now.lives
      note(now.kept)
    },
    of: (turn) => ofTurn.get(turn),
    now: () => at,
    openingLook: () => at - recent().length + 1,
    moment: () => moment,
    act() {
      moment += 1
      isActive = true
      for (const [id, ended] of awaited) if (ended !== null) awaited.delete(id)
    },
    begin(id) {
      moment += 1
      isActive = true
      setBounded(awaited, mostAwaited, [id, null])
      if (recent().length === 0) return
      // The page may show what came to it before its coming is told.
      lives = lives.map((life) =>
        (life.came === 'loaded' || life.came === 'drawn') && life.isDoubtful && life.changed === at
          ? { ...life, came: 'grown' }
          : life,
      )
      note(0)
    },
    end(id) {
      if (awaited.has(id)) awaited.set(id, performance.now())
    },
    isWriting: () => [...awaited.values()].includes(null),
    isAwaiting: () => isAnyLeft(awaited),
  }

  function note(from: number): void {
    for (let index = from; index < known.length; index += 1) {
      const [turn, life] = [known[index], lives[index]]
      if (turn && life) ofTurn.set(turn, life)
    }
  }
}

interface LookBefore {
  readonly known: readonly Element[]
  readonly lives: readonly Life[]
  readonly sights: Sights
  readonly wordsIn: (turn: Element) => string
}

/** Unchanged turns at the top keep their lives. The last unchanged turn tells the turns below it apart. */
function lookAgain(
  turns: readonly Element[],
  { known, lives, sights, wordsIn }: LookBefore,
  look: PageLook,
): { readonly lives: readonly Life[]; readonly kept: number; readonly gone: readonly Element[] } {
  const dropped = turns[0] ? Math.max(0, known.indexOf(turns[0])) : 0
  const asBefore = (turn: Element, index: number) =>
    turn === known[dropped + index] &&
    sights.isQuiet(turn) &&
    wordsIn(turn) === lives[dropped + index]?.words
  const kept = Math.max(0, countWhile(turns, asBefore) - 1)
  const rest = turns.slice(kept)
  const before = known.slice(dropped + kept)
  const places = new Map(before.map((turn, index) => [turn, index]))
  const seen = rest.map((turn, index) => ({
    ...sights.seenAs(turn, wordsIn(turn), index === rest.length - 1),
    was: places.get(turn) ?? null,
  }))
  const last = seen.at(-1)
  if (last?.how === 'at once' && sights.wasEmpty())
    seen[seen.length - 1] = { ...last, how: 'filled', isAnew: true }
  const after = liveOn(lives.slice(dropped + kept), seen, look)
  sights.begin(rest)
  return {
    lives: [...lives.slice(dropped, dropped + kept), ...after],
    kept,
    gone: [...known.slice(0, dropped), ...before],
  }
}

/** Forgets those that the page has had the time to draw. @returns whether one is left */
function isAnyLeft(awaited: Map<number, number | null>): boolean {
  const now = performance.now()
  for (const [id, ended] of awaited) {
    if (ended !== null && now - ended > stillDrawnMs) awaited.delete(id)
  }
  return awaited.size > 0
}

/** How many at the begin are so. */
function countWhile<Item>(
  items: readonly Item[],
  isSo: (item: Item, index: number) => boolean,
): number {
  const at = items.findIndex((item, index) => !isSo(item, index))
  return at < 0 ? items.length : at
}

/** What each turn showed when it was seen last. */
interface Sights {
  /** Takes a turn that was added to the page. */
  meet(turn: Element): void
  /** Takes a turn that may show another text. */
  see(turn: Element): void
  seenAs(turn: Element, words: string, isLast: boolean): Omit<Seen, 'was'>
  /** Nothing happened to it since the newest look. */
  isQuiet(turn: Element): boolean
  /** True if a turn that was empty a moment ago is gone: the page draws it anew with its text. */
  wasEmpty(): boolean
  /** Begins the next look. */
  begin(turns: readonly Element[]): void
}

/** A turn to which nothing happened since the newest look. */
const unmet = { how: 'at once', isAnew: false, emptied: null } as const

function followSights(frontend: () => Frontend, moment: () => number): Sights {
  const sights = new WeakMap<Element, Sight>()
  /** Texts of turns that were made since the newest look; some of them are gone by the next one. */
  let made: { readonly turn: Element; readonly text: string; readonly id: string | null }[] = []
  const unseen: Sight = { ...unmet, text: '', name: null, began: 0 }
  const idOf = (turn: Element) => frontend().messageId?.(turn) ?? null
  const textIn = (turn: Element) => frontend().textPart(turn)?.textContent.trim() ?? ''

  function meet(turn: Element): void {
    if (isForm(turn)) return
    if (sights.has(turn)) return see(turn)
    // Inner blocks count, and blocks around blocks do not.
    if (frontend().turnsAre === 'blocks' && turn.querySelector(frontend().turnSelector)) return
    const text = textIn(turn)
    sights.set(turn, { ...unmet, text, name: null, began: moment() })
    if (made.length < mostGone) made.push({ turn, text, id: idOf(turn) })
  }

  function see(turn: Element): void {
    const known = sights.get(turn)
    if (known === undefined) return meet(turn)
    const text = textIn(turn)
    const { text: was } = known
    if (text === was) return
    known.text = text
    if (text === '') known.emptied = was
    if (was === '') known.began = moment()
    // A page may take it away to draw it anew: then it was not written.
    if (was === '' && text === known.emptied) known.how = 'at once'
    else if (was === '') known.how = known.how === 'written' ? 'written' : 'filled'
    else if (text.startsWith(was)) known.how = 'written'
    else if (text.length < was.length / 2) {
      known.how = 'at once'
      known.isAnew = true
      known.began = moment()
    }
  }

  /** A page that draws all turns anew with each word leaves these behind. */
  function seenAs(turn: Element, words: string, isLast: boolean): Omit<Seen, 'was'> {
    const id = idOf(turn)
    const { how, isAnew, text, began, name: lastName } = sights.get(turn) ?? unseen
    const names = { name: id, lastName, text }
    const begun = made.filter(
      (each) =>
        !each.turn.isConnected &&
        each.id === id &&
        (id !== null || isLast) &&
        each.text !== '' &&
        each.text !== text &&
        text.startsWith(each.text),
    )
    if (begun.length === 0) return { words, ...names, how, isAnew, from: null, began }
    const shortest = begun.reduce((a, b) => (b.text.length < a.text.length ? b : a))
    return { words, ...names, how: 'written', isAnew, from: wordsOf(shortest.text), began }
  }

  return {
    meet,
    see,
    seenAs,
    isQuiet(turn) {
      const { how, isAnew, emptied, name } = sights.get(turn) ?? unseen
      return how === 'at once' && !isAnew && emptied === null && name === idOf(turn)
    },
    wasEmpty: () => made.some(({ turn, text }) => text === '' && !turn.isConnected),
    begin(turns) {
      for (const turn of turns) {
        if (!sights.has(turn)) meet(turn)
        Object.assign(sights.get(turn) ?? {}, { ...unmet, name: idOf(turn) })
      }
      made = []
    },
  }
}
