import type { Frontend } from '../frontend.ts'
import type { BadgeView, JudgedMessage } from '../messages.ts'
import { findTurn } from './find-turn.ts'
import { wordsOf } from '../text/match-text.ts'

const tagName = 'countersign-badge'
const lookAgainMs = 100
/** How long a page may take to show what it received. */
const patienceMs = 10_000

/** Draws a badge behind the turn that shows the answer, as soon as it is there. */
export function drawBadge({ text, view }: JudgedMessage, frontend: Frontend): void {
  const place = () => {
    const turn = findTurn(document, frontend, text)
    const anchor = turn && frontend.badgeAnchor(turn)
    if (!turn || !anchor) return false
    const host = makeBadge(view)
    anchor.after(host)
    hideWhenTextChanges(host, { turn, frontend, text })
    return true
  }
  if (place()) return
  let isPlanned = false
  const observer = new MutationObserver(() => {
    if (isPlanned) return
    isPlanned = true
    // A page that is still writing changes many times before a person sees it once.
    setTimeout(() => {
      isPlanned = false
      if (place()) observer.disconnect()
    }, lookAgainMs)
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
  setTimeout(() => observer.disconnect(), patienceMs)
}

interface Bound {
  readonly turn: Element
  readonly frontend: Frontend
  readonly text: string
}

/** Front-ends reuse elements: a badge that stayed on another text would say something untrue. */
function hideWhenTextChanges(host: HTMLElement, { turn, frontend, text }: Bound): void {
  const expected = wordsOf(frontend.textOf(turn)).join(' ')
  const observer = new MutationObserver(() => {
    const shown = wordsOf(frontend.textOf(turn)).join(' ')
    if (shown === expected || shown.includes(wordsOf(text).join(' '))) return
    host.remove()
    observer.disconnect()
  })
  observer.observe(turn, { childList: true, subtree: true, characterData: true })
}

const marks: Readonly<Record<BadgeView['tone'], string>> = {
  good: '✓',
  promise: '○',
  warn: '!',
  bad: '✕',
}

const style = `
:host { display: inline-block; margin: 4px 0 }
button { font: 12px/1.4 system-ui, sans-serif; border: 1px solid currentColor; border-radius: 999px;
  padding: 1px 8px; background: transparent; cursor: pointer }
button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px }
.good { color: #0b6b3a } .promise { color: #555 } .warn { color: #8a5a00 } .bad { color: #b3261e }
p { font: 12px/1.5 system-ui, sans-serif; margin: 4px 8px; max-width: 60ch }
@media (prefers-color-scheme: dark) {
  .good { color: #7ad7a5 } .promise { color: #bbb } .warn { color: #f0c060 } .bad { color: #ff8a80 } }
`

/** A pointer to the truth, which is in the extension's own pages: a page can draw one like it. */
function makeBadge({ tone, label, detail }: BadgeView): HTMLElement {
  const host = document.createElement(tagName)
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = document.createElement('style')
  sheet.textContent = style
  const button = document.createElement('button')
  button.type = 'button'
  button.className = tone
  button.textContent = `${marks[tone]} ${label}`
  button.setAttribute('aria-label', `Countersign: ${label}. ${detail}`)
  button.setAttribute('aria-expanded', 'false')
  const words = document.createElement('p')
  words.hidden = true
  words.textContent = detail
  button.addEventListener('click', () => {
    words.hidden = !words.hidden
    button.setAttribute('aria-expanded', String(!words.hidden))
  })
  root.append(sheet, button, words)
  return host
}
