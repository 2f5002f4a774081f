import { showTime } from '#shared/text/show-time.ts'
import { cardWords as words } from '#shared/words/english/extension/card.ts'
import type { AnswerCard } from '../../answer/answer-card.ts'
import type { Said } from '../../answer/said.ts'
import { element } from './element.ts'

/** Opens the answer's own page in the extension, its signed words there, a side to disclose, or the gateway's page that checks it. */
export type OpenAnswer = (
  digest: string,
  show: 'all' | 'check' | 'signed' | 'prompt' | 'response',
) => void

/** Lines of what is not proven that are shown at once. */
const mostLines = 3

/** All that is said about one answer: what fits on a small screen, and the rest folded. It holds nothing that a page must not have. */
export function makeCard(card: AnswerCard, open: OpenAnswer): HTMLElement {
  return element(
    'div',
    {},
    makeSaid(card),
    ...part(words.notProven, card.notEstablished.slice(0, mostLines)),
    element(
      'div',
      { class: 'row actions' },
      exportButton(card),
      ...(card.link === null ? [] : [checkButton(card, open)]),
      button(words.readAsSigned, () => open(card.digest, 'signed')),
    ),
    details(card, open),
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

function details(card: AnswerCard, open: OpenAnswer): HTMLElement {
  const { digest, link, disclose, evidence } = card
  return element(
    'details',
    {},
    element('summary', {}, words.details),
    ...part(words.notProvenEither, card.notEstablished.slice(mostLines)),
    ...part(
      words.missing,
      card.missing.map(({ what, suppliedBy }) => `${what}: ${suppliedBy}.`),
    ),
    ...part(words.howItCame, card.circumstances),
    ...part(words.evidence, [evidence.mayDisplay, evidence.maySend]),
    ...part(words.technical, card.technical),
    element('p', { class: 'muted' }, words.modelAt(card.model, showTime(card.issuedAt))),
    ...(card.operator === null ? [] : [element('p', { class: 'muted' }, card.operator)]),
    element('p', { class: 'muted' }, words.pagesOwn),
    element(
      'div',
      { class: 'row' },
      copyButton(words.copyEvidence, card.evidenceText),
      ...(link === null ? [] : [copyButton(words.copyLink, link)]),
      discloseButton(words.discloseAnswer, disclose.response, () => open(digest, 'response')),
      discloseButton(words.disclosePrompt, disclose.prompt, () => open(digest, 'prompt')),
      button(words.everything, () => open(digest, 'all')),
    ),
  )
}

/** A list with its head; nothing where there are no lines. */
function part(head: string, lines: readonly string[]): readonly HTMLElement[] {
  if (lines.length === 0) return []
  const items = lines.map((line) => element('li', {}, line))
  return [element('h3', {}, head), element('ul', {}, ...items)]
}

function exportButton(card: AnswerCard): HTMLButtonElement {
  const made = button(words.exportReceipt, () => saveFile(card))
  made.className = 'main'
  return made
}

function checkButton({ digest }: AnswerCard, open: OpenAnswer): HTMLButtonElement {
  const made = button(words.check, () => open(digest, 'check'))
  made.title = words.checkTitle
  return made
}

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
    const show = (said: string) => {
      made.textContent = said
      setTimeout(() => {
        made.textContent = label
      }, 2_000)
    }
    copy(text).then(
      () => show(words.copied),
      () => show(words.notCopied),
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
