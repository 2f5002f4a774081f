import type { PlaceLink } from '../link/place-link.ts'
import type { BadgeEffect, BadgeEvent } from './badge-events.ts'
import type { PageBadges } from '../badge/page-badges.ts'
import type { StandingTurns } from './standing-turns.ts'

interface Means {
  readonly badges: PageBadges
  readonly standing: StandingTurns
  readonly link: PlaceLink
  /** Looks at the page after a moment. */
  readonly lookLater: () => void
  readonly happen: (event: BadgeEvent<Element>) => void
}

/** Does what was decided for the badges of a page. */
export function performEffects({
  badges,
  standing,
  link,
  lookLater,
  happen,
}: Means): (effect: BadgeEffect<Element>) => void {
  return (effect) => {
    switch (effect.kind) {
      case 'reserve':
        return badges.reserve(effect.turn, effect.content)
      case 'show':
        return badges.show(effect.turn, effect.content)
      case 'put back':
        return badges.putBack(effect.turn)
      case 'remove':
        return badges.remove(effect.turn)
      case 'settle name':
        return standing.settleName(effect.turn)
      case 'send list':
        return link.list(effect.list)
      case 'send shown':
        return link.shown(effect.message)
      case 'ask':
        return link.ask(effect.question, (card) =>
          happen({ kind: 'answered', asked: effect.asked, card }),
        )
      case 'look':
        return lookLater()
    }
  }
}
