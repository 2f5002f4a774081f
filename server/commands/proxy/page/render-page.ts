import { failureMeaning } from '#shared/judge/words/failure-meaning.ts'
import { showText } from '#shared/text/show-text.ts'
import { proxyNaming } from '../describe-exchange.ts'
import type { EndedAnswer } from '../ended-answer.ts'
import type { LoggedRequest, RequestLog } from './request-log.ts'
import { proxyPageWords as words } from '#shared/words/english/programs/proxy-page.ts'

/** Text that stands between tags or in an attribute, whatever it is. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** What stands above the requests: a word, and what it is. */
export type AboutLine = readonly [name: string, text: string]

/** The page of this run. Every text of somebody else's is escaped, and there is none of a prompt or an answer. */
export function renderPage(log: RequestLog, about: readonly AboutLine[]): string {
  const all = log.all()
  const last = all.at(-1)?.number ?? 0
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Countersign: ${words.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page/style.css">
<script src="/page/live.js" defer></script>
</head>
<body>
<header class="masthead"><p class="wordmark">Countersign</p></header>
<main>
<h1>${words.title}</h1>
<p>${words.lead}</p>
<dl>${about.map(([name, text]) => `<dt>${escaped(name)}</dt><dd>${escaped(text)}</dd>`).join('')}</dl>
<h2>${words.newest}</h2>
<p id="summary" role="status">${escaped(summaryOf(all.at(-1)))}</p>
<ol id="requests" data-last="${escaped(`${log.run}-${last}`)}">${all.toReversed().map(renderRequest).join('\n')}</ol>
</main>
</body>
</html>
`
}

/** How many there were, and how the last one ended. */
export function summaryOf(last: LoggedRequest | undefined): string {
  if (last === undefined) return words.none
  const many = last.number === 1 ? words.one : words.many(last.number)
  return words.summary(many, lookOfRequest(last).label)
}

/** One item of the list. */
export function renderRequest(logged: LoggedRequest): string {
  const { at, outcome } = logged
  const { mark, tone, label } = lookOfRequest(logged)
  const model = outcome.kind === 'ended' ? outcome.answer.model : (outcome.model ?? words.noModel)
  const time = at.toISOString()
  const head = [
    `<span class="status tone-${tone}"><span aria-hidden="true">${escaped(mark)}</span> ${escaped(label)}</span>`,
    `<span class="model">${escaped(showText(model, 100))}</span>`,
    `<time datetime="${time}">${time.slice(11, 19)} UTC</time>`,
  ]
  return `<li><details><summary>${head.join(' ')}</summary>${bodyOf(logged)}</details></li>`
}

interface RequestLook {
  readonly mark: string
  readonly tone: string
  readonly label: string
}

function lookOfRequest({ outcome }: LoggedRequest): RequestLook {
  switch (outcome.kind) {
    case 'ended': {
      const { view, outcome: how } = outcome.answer
      const label = how === 'complete' ? view.label : `${view.label} (${how})`
      return { mark: view.mark, tone: view.tone, label }
    }
    case 'left':
      return { mark: '–', tone: 'none', label: words.left }
    case 'refused':
      return { mark: '–', tone: 'none', label: words.refused(outcome.refusal.code) }
  }
}

function bodyOf({ outcome }: LoggedRequest): string {
  switch (outcome.kind) {
    case 'ended':
      return answerBody(outcome.answer)
    case 'left':
      return paragraph(words.leftMeans)
    case 'refused': {
      const { statusCode, param } = outcome.refusal
      const member = param === null ? '' : words.member(showText(param, 100))
      return paragraph(words.refusedMeans(statusCode, member))
    }
  }
}

function answerBody({ view, checks, model, enclaveModel, id, notes }: EndedAnswer): string {
  const failed = checks.flatMap((check) =>
    check.status === 'fail'
      ? [`${failureMeaning(check.id, proxyNaming)} [${check.id}: ${showText(check.reason, 200)}]`]
      : [],
  )
  const facts = [
    ...(model === enclaveModel ? [] : [words.inEnclave(showText(enclaveModel, 100))]),
    ...(id === null ? [] : [words.id(showText(id, 100))]),
  ]
  const missing = view.missing.map(({ what, suppliedBy }) => words.missing(what, suppliedBy))
  return [
    paragraph(view.sentence),
    list(words.failed, failed),
    list(words.circumstances, [...view.circumstances, ...notes]),
    list(words.notChecked, missing),
    list(words.notProven, view.notEstablished),
    list(words.request, [...facts, ...view.technical]),
  ].join('')
}

function paragraph(text: string): string {
  return `<p>${escaped(text)}</p>`
}

function list(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return ''
  const items = lines.map((line) => `<li>${escaped(line)}</li>`).join('')
  return `<h3>${escaped(title)}</h3><ul>${items}</ul>`
}
