import { containment } from '../../reading/containment.ts'
import { wordsOf } from '../../reading/words-of.ts'

/**
 * How a turn came to show its words. `loaded`: it stood there before anything happened on this page.
 * `drawn`: at once while no answer was on its way, or with other turns or before them, as when a chat is opened.
 * `replaced`: at once, in the place of another text. `grown`: written here, or added at the end.
 */
type Came = 'loaded' | 'drawn' | 'replaced' | 'grown'

/** One text in one place of a conversation, whichever elements it is drawn with. */
export interface Life {
  readonly id: number
  /** The words, as wordsOf gives them; empty while nothing is written. */
  readonly words: string
  /** Its text where the page shows none of its words; empty where it shows some. */
  readonly hidden: string
  /** The page's own name of the message; null where it has none. */
  readonly name: string | null
  readonly came: Came
  /** True if the text counts as written here only when an answer came to the page in the same moment. */
  readonly isDoubtful: boolean
  /** Moment in which its first words came; of one without words, in which it came. */
  readonly began: number
  /** Number of the look in which its words changed last. */
  readonly changed: number
}

/** What a look at the page sees of one turn. */
export interface Seen {
  readonly words: string
  /** Its text, whether or not the page shows it. */
  readonly text: string
  /** The page's own name of the message; null where it has none. */
  readonly name: string | null
  /** The name that the same element had in the look before. */
  readonly lastName: string | null
  /** `written`: more and more of it, within this page. `filled`: it was an empty one. */
  readonly how: 'at once' | 'filled' | 'written'
  /** True if the page took the earlier text away first: even an equal text is then another text. */
  readonly isAnew: boolean
  /** Words that it began with since the look before, where it was drawn anew with each word; null where not. */
  readonly from: string | null
  /** Moment in which its first words came, or it was emptied. */
  readonly began: number
  /** Number of the turn of the look before that was drawn with the same element; null where it is a new one. */
  readonly was: number | null
}

export interface PageLook {
  /** Number of this look; looks count up. */
  readonly at: number
  /** Something happened on this page that an answer may come of. */
  readonly isActive: boolean
  /** An answer is on its way that may be drawn here. */
  readonly isAwaiting: boolean
  /** Every turn is one of a chat, and nothing else of the page. */
  readonly isChat: boolean
  readonly nextId: () => number
}

/** Least part of a text's words that the same text holds when it is drawn in another way. */
const likeness = 0.85

/** The same text in another drawing, such as with its marks first and without them then. */
export function isLike(words: string, other: string): boolean {
  // Longer by more than a page writes beside a text.
  if (words === '' || words.length < other.length / 4 || other.length < words.length / 2)
    return false
  return containment(words, other) >= likeness
}

/**
 * Which of the turns now are those of the look before, and how the others came. An element says which one it is as long
 * as it has the same words: front-ends use elements again for other texts, and make them anew for the same one.
 */
export function liveOn(
  before: readonly Life[],
  now: readonly Seen[],
  look: PageLook,
): readonly Life[] {
  const gaps = gapsBetween(before, now)
  return gaps.flatMap((gap, index) => {
    const around = {
      isFirst: index === 0,
      isLast: index === gaps.length - 1,
      areSome: gaps.length > 1,
      news: gap.added.filter(({ words }) => words !== '').length,
      gone: gap.gone.filter(({ words }) => words !== '').length,
    }
    let next = 0
    const added = gap.added.map((seen) => {
      const near = gap.gone.slice(next, next + nearby)
      const at = near.findIndex((old) => mayBeSame(old, seen) && goesOn(old, seen))
      const old = at < 0 ? undefined : gap.gone[next + at]
      if (!old) return begin(seen, look, around)
      next += at + 1
      return grow(old, seen, look)
    })
    return gap.kept ? [...added, gap.kept] : added
  })
}

/** A list may be drawn as far as it is in sight: the same words further up or down are those of another message. */
function mayBeSame(old: Life, { name, lastName }: Seen): boolean {
  return old.name === null || name === null || old.name === name || old.name === lastName
}

function grow(old: Life, seen: Seen, { at, isActive, isAwaiting }: PageLook): Life {
  const { words, text, name, how, began } = seen
  const isGrown = how !== 'at once' || old.words === '' || old.came === 'grown'
  const isCertain = isActive || how === 'written' || old.came === 'grown'
  // A list may measure its turns before it shows them.
  const isMeasured = old.hidden !== '' && old.hidden === text
  const isShown = isMeasured && how === 'at once' && old.came !== 'grown' && !isAwaiting
  return {
    ...old,
    words,
    hidden: hiddenIn(seen),
    name,
    began: old.words === '' && words !== '' ? began : old.began,
    changed: at,
    came: isGrown && isCertain ? (isShown ? 'drawn' : 'grown') : old.came,
    isDoubtful: isGrown,
  }
}

/** Dots are no words. */
function hiddenIn({ words, text }: Seen): string {
  return words === '' && wordsOf(text) !== '' ? text : ''
}

function begin(seen: Seen, look: PageLook, around: Around): Life {
  const awaited = cameOf(seen, look, around)
  const came = look.isAwaiting || seen.how !== 'at once' ? awaited : 'drawn'
  return {
    id: look.nextId(),
    words: seen.words,
    hidden: hiddenIn(seen),
    name: seen.name,
    came: look.isActive || seen.how === 'written' ? came : 'loaded',
    isDoubtful: awaited !== 'drawn',
    began: seen.began,
    changed: look.at,
  }
}

/** How many turns further on one is looked for that may have become this one. */
const nearby = 3

/** More of the same text, or the same in another drawing; or what was added to it is gone. */
function goesOn({ words }: Life, seen: Seen): boolean {
  if (words === '') return true
  const isFromStart = seen.from !== null && seen.from.length < words.length
  if (seen.isAnew || isFromStart) return false
  const isShorter = seen.words.length > words.length / 2 && isLike(seen.words, words)
  return (
    seen.words.startsWith(words) ||
    isLike(words, seen.words) ||
    isShorter ||
    isFilledIn(words, seen.words)
  )
}

/** Fewest words that tell a text from another one, and most that are filled into as many. */
const fewestWords = 6
const mostFilled = 3

/** The same text, in which a part was not drawn yet: a front-end may have to load what draws its formulas. */
function isFilledIn(words: string, now: string): boolean {
  const [before, after] = [words.split(' '), now.split(' ')]
  if (before.length < fewestWords || after.length > mostFilled * before.length) return false
  let at = 0
  for (const word of after) if (word === before[at]) at += 1
  return at === before.length
}

interface Around {
  readonly isFirst: boolean
  readonly isLast: boolean
  /** Turns of the look before are among those of now. */
  readonly areSome: boolean
  readonly news: number
  readonly gone: number
}

function cameOf(
  { words, how }: Seen,
  { isChat }: PageLook,
  { isFirst, isLast, areSome, news, gone }: Around,
): Came {
  if (how !== 'at once' || words === '') return 'grown'
  if (gone === 1 && news === 1) return 'replaced'
  if (!isChat) return 'grown'
  if (!areSome) return news > 1 ? 'drawn' : 'grown'
  return isFirst && !isLast && gone === 0 ? 'drawn' : 'grown'
}

interface Gap {
  readonly gone: readonly Life[]
  readonly added: readonly Seen[]
  /** The turn behind it, which stood there before; null at the end. */
  readonly kept: Life | null
}

/** Between the turns that are in both, in their order. */
function gapsBetween(before: readonly Life[], now: readonly Seen[]): readonly Gap[] {
  const isSame = (old: Life | undefined, seen: Seen) =>
    old !== undefined &&
    old.words !== '' &&
    old.words === seen.words &&
    seen.how === 'at once' &&
    !seen.isAnew &&
    mayBeSame(old, seen)
  const own = now.map((seen) => (isSame(before[seen.was ?? -1], seen) ? seen.was : null))
  const taken = new Set(own)
  const places = new Map<string, number[]>()
  before.forEach(({ words }, at) => {
    if (taken.has(at)) return
    const known = places.get(words)
    if (known) known.push(at)
    else places.set(words, [at])
  })
  const gaps: Gap[] = []
  let from = 0
  let added: Seen[] = []
  now.forEach((seen, index) => {
    const at =
      own[index] ??
      places.get(seen.words)?.find((each) => each >= from && isSame(before[each], seen))
    const kept = before[at ?? -1]
    if (at === undefined || kept === undefined || at < from) {
      added.push(seen)
      return
    }
    gaps.push({ gone: before.slice(from, at), added, kept: { ...kept, name: seen.name } })
    added = []
    from = at + 1
  })
  gaps.push({ gone: before.slice(from), added, kept: null })
  return gaps
}
