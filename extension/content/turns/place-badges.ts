import type { PlainSaid } from '../../answer/said.ts'
import type { JudgedMessage, RefusedMessage } from '../../messages/bridge-messages.ts'
import { linkPlaces } from '../link/place-link.ts'
import type { BadgeEvent, PageView } from './badge-events.ts'
import { emptyBadges, isPlaced, type BadgeState } from './badge-state.ts'
import { findTurn } from './find-turn.ts'
import { allWithin, closestTo, isOneOf, parentOf } from '../badge/form-proof.ts'
import { isOurs } from '../badge/make-badge.ts'
import { keepPageBadges, type PageBadges } from '../badge/page-badges.ts'
import { performEffects } from './perform-effects.ts'
import { reduceBadges } from './reduce-badges.ts'
import { followStanding, type StandingTurns } from './standing-turns.ts'
import { watchPage } from './watch-page.ts'

/** The badges of one page. They say what the background says, beside the text that it is about. */
export interface Places {
  /** An answer begins to come; `opened` follows. */
  coming(): void
  /** A response began to come to the page. @param place id of the message in the page, where the transport names it */
  opened(id: number, place?: string | null): void
  /** All of it came. */
  closed(id: number): void
  writing(id: number, text: string): void
  judged(message: JudgedMessage): void
  refused(message: RefusedMessage): void
  /** @param words of an answer without a receipt */
  nothing(id: number, words?: readonly string[]): void
  /** Whoever tells the rules may know nothing of this page's answers. */
  readonly listAgain: () => void
  stop(): void
}

const lookAgainMs = 100

/**
 * Watches a page, and does for its badges what `reduceBadges` decides.
 * @param plain what is said where there is no receipt to speak of
 */
export function placeBadges(page: Document, plain: PlainSaid): Places {
  const standing = followStanding(page)
  const link = linkPlaces((card, text) => happen({ kind: 'card', card, text }))
  const badges = keepPageBadges(standing.frontend, (digest, show) =>
    link.send({ kind: 'open-answer', digest, show }),
  )
  const view = viewOf(page, standing, badges)
  let state = emptyBadges<Element>()
  // An answer that is known already may come while another event is handled.
  const happen = oneByOne((event: BadgeEvent<Element>) => {
    for (const effect of reduceBadges(state, event, { view, plain })) perform(effect)
  })
  const perform = performEffects({ badges, standing, link, lookLater: () => plan(), happen })

  const plan = once(() => {
    lookAtPage()
    happen({ kind: 'looked' })
    happen({ kind: 'list' })
  })

  /** Something happened since the newest look. */
  let isStale = true

  /** A shadow may have come to it since. */
  function lookAtPage(): void {
    if (!isStale) return
    isStale = false
    standing.look()
    watching.within(standing.root())
  }

  /** A message about an unknown response is an event on the page, too. */
  function received(event: BadgeEvent<Element> & { readonly id: number }): void {
    if (!state.openings.has(event.id)) begin(event.id)
    if (event.kind !== 'writing') standing.end(event.id)
    if (event.kind === 'judged' || event.kind === 'refused') lookAtPage()
    happen(event)
    if (event.kind === 'judged') happen({ kind: 'list' })
  }

  function begin(id: number): void {
    isStale = true
    standing.begin(id)
  }

  function touched(targets: readonly Node[]): void {
    const turns = elementsAround(targets)
    for (const each of turns) standing.forget(each)
    const bound = turns.filter((each) => state.standing.has(each))
    if (bound.length > 0) happen({ kind: 'touched', turns: bound })
  }

  const watching = watchPage(page, {
    changed(all) {
      const records = all.filter((record) => !addsBadge(record))
      if (records.length === 0) return
      isStale = true
      attempt(() => standing.witness(records))
      touched(records.map(({ target }) => target))
      for (const turn of drawnNow(records, standing, state)) happen({ kind: 'came', turn })
      if (!standing.isWriting() || isPlaceWanted(state)) plan()
      else if (changesTurns(records, standing.frontend().turnSelector)) plan()
    },
    acted() {
      watching.within(standing.root())
      isStale = true
      standing.act()
      happen({ kind: 'acted' })
    },
  })

  plan()
  return {
    coming: () => happen({ kind: 'coming' }),
    opened(id, place = null) {
      watching.within(standing.root())
      begin(id)
      happen({ kind: 'opened', id, place })
    },
    closed: (id) => happen({ kind: 'closed', id }),
    writing: (id, text) => received({ kind: 'writing', id, text }),
    judged: received,
    refused: received,
    nothing: (id, words = []) => received({ kind: 'nothing', id, words }),
    listAgain: link.listAgain,
    stop() {
      watching.end()
      badges.clear()
      state = emptyBadges()
    },
  }
}

/** An event that comes while another event is handled waits. */
function oneByOne<Event>(handle: (event: Event) => void): (event: Event) => void {
  const waiting: Event[] = []
  let isBusy = false
  return (event) => {
    waiting.push(event)
    if (isBusy) return
    isBusy = true
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) handle(next)
    } finally {
      isBusy = false
    }
  }
}

/** A page that is still writing changes many times before a person sees it once. */
function once(look: () => void): () => void {
  let isPlanned = false
  return () => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      look()
    }, lookAgainMs)
  }
}

function viewOf(page: Document, standing: StandingTurns, badges: PageBadges): PageView<Element> {
  const { frontend } = standing
  return {
    ...standing,
    find(sought, isCandidate) {
      const shown = {
        page,
        frontend: frontend(),
        turns: standing.turns(),
        wordsIn: standing.wordsIn,
        lengthOf: standing.lengthOf,
      }
      return findTurn(shown, sought, isCandidate)
    },
    inOrder: (turns) => turns.toSorted(byPlace),
    holds: (turn, other) => turn.contains(other),
    isConnected: (turn) => turn.isConnected,
    hasPlace: (turn) => frontend().badgeAnchor(turn) !== null,
    isDrawn: badges.isDrawn,
    isInPlace: badges.isInPlace,
  }
}

/** A page can keep itself from being asked: what stands beside its words is read all the same. */
function attempt(ask: () => void): void {
  try {
    ask()
  } catch {
    // Nothing is known then of how they came there.
  }
}

/** More than the words of turns: while an answer is written nothing is decided by each of these. */
function changesTurns(records: readonly MutationRecord[], turnSelector: string): boolean {
  return records.some(({ type, target, addedNodes, removedNodes }) => {
    const within = target instanceof Element ? target : target.parentElement
    if (type === 'attributes' || within === null || closestTo(within, turnSelector) === null)
      return true
    return [...addedNodes, ...removedNodes].some(
      (node) => node instanceof Element && isOneOf(node, turnSelector),
    )
  })
}

/** The last turn that was added or changed, while an answer comes; empty else. */
function drawnNow(
  records: readonly MutationRecord[],
  standing: StandingTurns,
  { isComing }: BadgeState<Element>,
): readonly Element[] {
  if (!standing.isWriting() && !isComing) return []
  const { turnSelector } = standing.frontend()
  const { target, addedNodes } = records.at(-1) ?? {}
  for (const node of [...(addedNodes ?? [])].toReversed()) {
    if (!(node instanceof Element)) continue
    if (isOneOf(node, turnSelector)) return [node]
    const inner = allWithin(node, turnSelector).at(-1)
    if (inner) return [inner]
  }
  const within = target instanceof Element ? target : (target?.parentElement ?? null)
  const around = within && closestTo(within, turnSelector)
  return around === null ? [] : [around]
}

/** A badge of ours that came, which changes nothing that is read; one that is taken away may have to be put back. */
function addsBadge({ addedNodes, removedNodes }: MutationRecord): boolean {
  return (
    addedNodes.length > 0 &&
    removedNodes.length === 0 &&
    [...addedNodes].every((node) => node instanceof Element && isOurs(node))
  )
}

/** Most are in order, and a browser finds at once what follows: sorting asks of two that are in order with the earlier one as `b`. */
function byPlace(a: Element, b: Element): number {
  return b.compareDocumentPosition(a) & Node.DOCUMENT_POSITION_FOLLOWING ? 1 : -1
}

/** An answer that came, or comes faster than the page draws it, stands nowhere yet. */
function isPlaceWanted(state: BadgeState<Element>): boolean {
  return (
    [...state.growing.keys()].some((id) => !isPlaced(state, id)) ||
    [...state.arrivals.values()].some(({ stood, until }) => stood === null && until === Infinity)
  )
}

/** All elements around these nodes, each once: any of them may show another text now. */
function elementsAround(targets: readonly Node[]): readonly Element[] {
  const around = new Set<Element>()
  for (const target of targets) {
    for (let at: Node | null = target; at && !around.has(at as Element); at = parentOf(at)) {
      if (at instanceof Element) around.add(at)
    }
  }
  return [...around]
}
