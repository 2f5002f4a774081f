import type { AnswerCard } from '../../answer/answer-card.ts'
import type { Said } from '../../answer/said.ts'
import { element } from './element.ts'

/** What the user can ask for in the card of an answer. */
export interface CardActions {
  /** The answer's own page in the extension: all of it, its signed words, or a side to disclose. */
  open(show: 'all' | 'signed' | 'prompt' | 'response'): void
}

/** All that is said about one answer. It holds nothing that a page must not have. */
export function makeCard(card: AnswerCard, actions: CardActions): HTMLElement {
  const missing = card.missing.map(({ what, suppliedBy }) => `${what}: ${suppliedBy}.`)
  return element(
    'div',
    {},
    makeSaid(card),
    ...(missing.length === 0 ? [] : [element('h3', {}, 'What would supply what is missing')]),
    ...(missing.length === 0 ? [] : [list(missing)]),
    element('h3', {}, 'Not proven'),
    list(card.notEstablished),
    buttons(card, actions),
    element('h3', {}, 'How it came'),
    list(card.circumstances),
    element('h3', {}, 'Evidence'),
    element('p', {}, card.evidence.mayDisplay),
    element('p', {}, card.evidence.maySend),
    element('p', { class: 'muted' }, `${card.model}, ${card.issuedAt}`),
    element(
      'p',
      { class: 'muted' },
      'A page can draw a badge like this one. The truth is in the toolbar: Countersign.',
    ),
  )
}

/** What is said of an answer, and the check that failed. */
export function makeSaid({ label, sentence, failed }: Said): HTMLElement {
  return element(
    'div',
    {},
    element('h2', { id: 'title' }, label),
    element('p', {}, sentence),
    ...(failed ? [element('p', {}, element('code', {}, failed.id), ` ${failed.reason}`)] : []),
  )
}

function list(lines: readonly string[]): HTMLElement {
  return element('ul', {}, ...lines.map((line) => element('li', {}, line)))
}

/** One thing that most want, one to be sure, and the rest where it is looked for. */
function buttons(card: AnswerCard, actions: CardActions): HTMLElement {
  const { link, disclose } = card
  const main = button('Export receipt', () => saveFile(card))
  main.className = 'main'
  return element(
    'div',
    { class: 'actions' },
    element(
      'div',
      { class: 'row' },
      main,
      button('Read it as it was signed', () => actions.open('signed')),
      ...(link === null ? [] : [element('a', { href: link, ...elsewhere }, 'Check')]),
    ),
    element(
      'details',
      {},
      element('summary', {}, 'More'),
      element(
        'div',
        { class: 'row' },
        copyButton('Copy as evidence', card.evidenceText),
        ...(link === null ? [] : [copyButton('Copy share link', link)]),
        discloseButton('Disclose the answer only', disclose.response, () =>
          actions.open('response'),
        ),
        discloseButton('Disclose the prompt only', disclose.prompt, () => actions.open('prompt')),
        button('Everything about it', () => actions.open('all')),
      ),
    ),
  )
}

const elsewhere = {
  target: '_blank',
  rel: 'noopener noreferrer',
  title: 'Opens the receipt in the gateway’s /verify page, which checks it anew',
} as const

/** Only what a person does counts: a page can make clicks, too. */
function button(label: string, act: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button' }, label)
  made.addEventListener('click', ({ isTrusted }) => {
    if (isTrusted) act()
  })
  return made
}

function discloseButton(label: string, can: true | string, act: () => void): HTMLButtonElement {
  const made = button(label, () => {
    if (can === true) act()
  })
  if (can !== true) {
    made.setAttribute('aria-disabled', 'true')
    made.title = can
  }
  return made
}

function copyButton(label: string, text: string): HTMLButtonElement {
  const made = button(label, () => {
    const show = (words: string) => {
      made.textContent = words
      setTimeout(() => {
        made.textContent = label
      }, 2_000)
    }
    copy(text).then(
      () => show('Copied'),
      () => show('It could not be copied'),
    )
  })
  return made
}

/** Pages that are not secure have no clipboard of the newer kind. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = element('textarea', {})
  area.value = text
  document.body.append(area)
  area.select()
  const isDone = document.execCommand('copy')
  area.remove()
  if (!isDone) throw new Error('not copied')
}

/** The receipt may be published; it is the one file that is made within the page. */
function saveFile({ receipt, digest }: AnswerCard): void {
  const url = URL.createObjectURL(new Blob([`${receipt}\n`], { type: 'application/json' }))
  element('a', { href: url, download: `countersign-${digest.slice(0, 12)}.json` }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
