import { cardWords } from '#shared/words/english/extension/card.ts'
import { isInDoubt } from '#shared/judge/state/comparison.ts'
import type { BadgeContent } from './badge-content.ts'
import { badgeStyle } from './badge-style.ts'
import { element } from './element.ts'
import { parentOf } from './form-proof.ts'
import { makeCard, makeSaid, type OpenAnswer } from './make-card.ts'
import { readColour } from './read-colour.ts'

export interface Badge {
  /** The element that is put into the page. The page cannot read the badge from it. */
  readonly host: HTMLElement
  /** Lays out what is likely to be shown. Nobody sees or hears it until something is shown. */
  expect(content: BadgeContent): void
  show(content: BadgeContent): void
  /** Gives the badge the look of the page around it. */
  matchPage(): void
}

const hosts = new WeakSet<Element>()

/** A page can make elements of the same name, and these are none of ours. */
export function isOurs(element: Element): boolean {
  return hosts.has(element)
}

/** A pointer to the truth, which is in the extension's own pages: a page can draw one like it. */
export function makeBadge(open: OpenAnswer): Badge {
  const host = element('countersign-badge' as 'div', {})
  hosts.add(host)
  const root = host.attachShadow({ mode: 'closed' })
  const mark = element('span', { class: 'mark', 'aria-hidden': 'true' })
  const words = element('span', { class: 'words' })
  const dot = element('span', { class: 'dot', 'aria-hidden': 'true' })
  const button = element(
    'button',
    { type: 'button', class: 'badge', 'aria-haspopup': 'dialog', 'aria-expanded': 'false' },
    mark,
    words,
    dot,
  )
  const card = element('div', {
    class: 'card',
    popover: 'auto',
    role: 'dialog',
    'aria-labelledby': 'title',
    tabindex: '-1',
  })
  const all = element('div', { class: 'all' }, button, card)
  root.append(element('style', {}, badgeStyle), all)
  let shown: BadgeContent | null = null
  let drawn: Visible | null = null

  /** A long page takes 10 ms to be laid out, so that nothing is written that is there already. */
  function draw(now: Visible): void {
    const was = drawn
    drawn = now
    const { sign, label, tone, isDotted } = now
    if (sign !== was?.sign) mark.textContent = sign
    if (label !== was?.label) words.textContent = label
    if (isDotted !== was?.isDotted) dot.hidden = !isDotted
    if (tone === was?.tone) return
    button.className = `badge ${tone}`
    card.className = `card ${tone}`
  }

  /** Made when somebody opens it: most cards are never seen. */
  function fillCard(): void {
    if (shown) card.replaceChildren(shown.card ? makeCard(shown.card, open) : makeSaid(shown.said))
  }

  button.addEventListener('click', ({ isTrusted }) => {
    if (!isTrusted) return
    if (card.matches(':popover-open')) card.hidePopover()
    else {
      fillCard()
      card.showPopover()
      putBeside(button, card)
      card.focus({ preventScroll: true })
    }
  })
  card.addEventListener('beforetoggle', ({ newState }) => {
    if (newState === 'closed' && card.contains(root.activeElement)) {
      button.focus({ preventScroll: true })
    }
  })
  card.addEventListener('toggle', ({ newState }) => {
    button.setAttribute('aria-expanded', String(newState === 'open'))
  })

  return {
    host,
    expect(content) {
      all.classList.add('awaited')
      draw(visibleOf(content))
    },
    show(content) {
      if (shown === null) all.classList.remove('awaited')
      shown = content
      draw(visibleOf(content))
      const name = cardWords.badge(content.said.label, content.said.sentence)
      if (button.getAttribute('aria-label') !== name) button.setAttribute('aria-label', name)
      if (card.matches(':popover-open')) fillCard()
    },
    matchPage() {
      all.classList.toggle('dark', isDarkAround(host))
      takeType(button, host.previousElementSibling ?? host)
    },
  }
}

/** The part of a badge that a reader sees before opening the card. */
interface Visible {
  readonly sign: string
  readonly label: string
  readonly tone: string
  readonly isDotted: boolean
}

function visibleOf({ said: { mark, label, tone }, card }: BadgeContent): Visible {
  return { sign: mark, label, tone, isDotted: card !== null && isInDoubt(card.shown) }
}

const gap = 6
/** Most height of a card, in pixels. */
const tallest = 600

/** Below the badge or above it, where there is more room; the page's own layout does not move. */
function putBeside(button: HTMLElement, card: HTMLElement): void {
  const place = button.getBoundingClientRect()
  const { innerHeight, innerWidth } = window
  const below = innerHeight - place.bottom - 2 * gap
  const above = place.top - 2 * gap
  card.style.maxHeight = ''
  const isBelow = card.offsetHeight <= below || below >= above
  card.style.maxHeight = `${Math.min(isBelow ? below : above, tallest)}px`
  card.style.top = `${isBelow ? place.bottom + gap : Math.max(gap, place.top - gap - card.offsetHeight)}px`
  card.style.left = `${Math.max(gap, Math.min(place.left, innerWidth - card.offsetWidth - gap))}px`
}

/** The smallest and the largest type of a badge, in pixels: nobody reads smaller type, and larger type fits no line. */
const leastType = 12
const mostType = 20

/** The family and size of the text that the badge stands below. */
function takeType(button: HTMLElement, text: Element): void {
  const { fontFamily, fontSize } = getComputedStyle(text)
  const size = Math.min(Math.max(Number.parseFloat(fontSize), leastType), mostType)
  button.style.fontFamily = fontFamily
  button.style.fontSize = `${size}px`
}

/** Whether the first background that is not see-through is dark; pages have their own switch. */
function isDarkAround(host: HTMLElement): boolean {
  for (let at: Element | null = parentOf(host); at; at = parentOf(at)) {
    const [red, green, blue, alpha] = readColour(getComputedStyle(at).backgroundColor)
    if (alpha > 0.5) return 0.299 * red + 0.587 * green + 0.114 * blue < 128
  }
  const { colorScheme } = getComputedStyle(document.documentElement)
  return (
    colorScheme === 'dark' ||
    (colorScheme.includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches)
  )
}
