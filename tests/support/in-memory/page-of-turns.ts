import type { BadgeContent } from '../../../extension/content/badge/badge-content.ts'
import { wordsOf } from '../../../extension/reading/words-of.ts'
import { plainSaid } from '../../../extension/answer/said.ts'
import type {
  BadgeEffect,
  BadgeEvent,
  PageView,
} from '../../../extension/content/turns/badge-events.ts'
import { emptyBadges, type BadgeState } from '../../../extension/content/turns/badge-state.ts'
import { reduceBadges } from '../../../extension/content/turns/reduce-badges.ts'

/** A page of turns that a test writes, with the badges that it was told to put there. */
export class PageOfTurns {
  texts = new Map<string, string>()
  readonly badges = new Map<string, BadgeContent>()
  /** Turns with room for a badge that says nothing yet. */
  readonly reserved = new Set<string>()
  readonly done: BadgeEffect<string>[] = []
  readonly state: BadgeState<string> = emptyBadges()
  private looks = 0
  /** Look in which each turn began, and changed last. */
  private readonly began = new Map<string, number>()
  private readonly changed = new Map<string, number>()
  /** Of each turn; another one where another text took the place of the first. */
  private readonly lives = new Map<string, number>()
  private lastLife = 0
  /** Names of messages that are not the turn's own, and words that stand before turns. */
  readonly names = new Map<string, string | null>()
  readonly before = new Map<string, string>()
  isAwaiting = false
  /** Of blocks, one that is called `a 1` stands within `a`. */
  turnsAre: 'answers' | 'blocks' = 'answers'
  /** Badges that the page took away. */
  readonly taken = new Set<string>()

  private readonly view: PageView<string> = {
    frontend: () => ({ id: 'nextchat', turnsAre: this.turnsAre }),
    turns: () => [...this.texts.keys()],
    find: ({ words, drawn, as }, isCandidate) => {
      const isIn = (text: string, shown: string) =>
        as === 'contested' ? text === shown : text.startsWith(shown)
      const found = [...this.texts].filter(([turn, text]) => {
        const shown = wordsOf(text)
        return (
          shown !== '' &&
          [words, ...(drawn ?? [])].some((each) => isIn(each, shown)) &&
          isCandidate(turn)
        )
      })
      return found.length === 1 ? (found[0]?.[0] ?? null) : null
    },
    wordsIn: (turn) => wordsOf(this.texts.get(turn) ?? ''),
    readingIn: (turn) => this.texts.get(turn) ?? '',
    isConnected: (turn) => this.texts.has(turn),
    hasPlace: (turn) => this.texts.has(turn),
    isDrawn: (turn) => this.badges.has(turn),
    isInPlace: (turn) => !this.taken.has(turn),
    lifeOf: (turn) => ({
      id: this.lives.get(turn) ?? -1,
      words: wordsOf(this.texts.get(turn) ?? ''),
      name: this.nameOf(turn),
      came:
        (['loaded', 'drawn', 'replaced'] as const).find((came) => turn.startsWith(came)) ?? 'grown',
      hidden: '',
      isDoubtful: false,
      began: this.began.get(turn) ?? 0,
      changed: this.changed.get(turn) ?? 0,
    }),
    mayBeFound: (turn) => /^(?:loaded|drawn)/.test(turn),
    nameOf: (turn) => this.nameOf(turn),
    beforeIn: (turn) => this.before.get(turn) ?? '',
    blocks: () => [...this.texts.keys()],
    inOrder: (turns) => turns,
    holds: (turn, other) => turn === other || other.startsWith(`${turn} `),
    isAwaiting: () => this.isAwaiting,
    isOnly: (turn) =>
      [...this.texts.values()].filter((text) => text === this.texts.get(turn)).length === 1,
    now: () => this.looks,
    openingLook: () => this.looks,
    moment: () => this.looks,
  }

  happen(event: BadgeEvent<string>): readonly BadgeEffect<string>[] {
    this.looks += 1
    const effects = reduceBadges(this.state, event, { view: this.view, plain: plainSaid })
    for (const effect of effects) this.perform(effect)
    this.done.push(...effects)
    return effects
  }

  write(turn: string, text: string): void {
    this.changed.set(turn, this.looks + 1)
    if (!this.lives.has(turn) || !text.startsWith(this.texts.get(turn) ?? text)) {
      this.lives.set(turn, (this.lastLife += 1))
      this.began.set(turn, this.looks + 1)
    }
    this.texts.set(turn, text)
    this.happen({ kind: 'touched', turns: [turn] })
  }

  private nameOf(turn: string): string | null {
    const name = this.names.get(turn)
    return name === undefined ? `name of ${turn}` : name
  }

  /** The newest question about kept answers. */
  asked(): Extract<BadgeEffect<string>, { kind: 'ask' }> | undefined {
    return this.done.filter((effect) => effect.kind === 'ask').at(-1)
  }

  said = (turn: string) => this.badges.get(turn)?.said.state

  private perform(effect: BadgeEffect<string>): void {
    switch (effect.kind) {
      case 'reserve':
        return void this.reserved.add(effect.turn)
      case 'show':
        this.reserved.delete(effect.turn)
        return void this.badges.set(effect.turn, effect.content)
      case 'put back':
        return void this.taken.delete(effect.turn)
      case 'remove':
        this.taken.delete(effect.turn)
        this.reserved.delete(effect.turn)
        return void this.badges.delete(effect.turn)
      case 'settle name':
      case 'send list':
      case 'send shown':
      case 'ask':
      case 'look':
    }
  }
}
