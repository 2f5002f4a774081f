import { failureSentence } from '#shared/judge/words/failure-sentence.ts'
import { showText } from '#shared/text/show-text.ts'
import { proxyNaming } from '../describe-exchange.ts'
import type { EndedAnswer } from '../ended-answer.ts'
import type { LoggedRequest, RequestLog } from './request-log.ts'

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
<title>Countersign: requests of this run</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page/style.css">
<script src="/page/live.js" defer></script>
</head>
<body>
<header class="masthead"><p class="wordmark">Countersign</p></header>
<main>
<h1>Requests of this run</h1>
<p>What was found of each answer that went through this local endpoint. It keeps nothing of what was asked or answered, and this list only until it ends.</p>
<dl>${about.map(([name, text]) => `<dt>${escaped(name)}</dt><dd>${escaped(text)}</dd>`).join('')}</dl>
<h2>Newest first</h2>
<p id="summary" role="status">${escaped(summaryOf(all.at(-1)))}</p>
<ol id="requests" data-last="${escaped(`${log.run}-${last}`)}">${all.toReversed().map(renderRequest).join('\n')}</ol>
</main>
</body>
</html>
`
}

/** How many there were, and how the last one ended. */
export function summaryOf(last: LoggedRequest | undefined): string {
  if (last === undefined) return 'No request yet: give a tool the base URL.'
  const many = last.number === 1 ? '1 request' : `${last.number} requests`
  return `${many}; the last one: ${lookOfRequest(last).label}.`
}

/** One item of the list. */
export function renderRequest(logged: LoggedRequest): string {
  const { at, outcome } = logged
  const { mark, tone, label } = lookOfRequest(logged)
  const model =
    outcome.kind === 'ended' ? outcome.answer.model : (outcome.model ?? 'no model named')
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
      return { mark: '–', tone: 'none', label: 'Left by the tool' }
    case 'refused':
      return { mark: '–', tone: 'none', label: `Refused: ${outcome.refusal.code}` }
  }
}

function bodyOf({ outcome }: LoggedRequest): string {
  switch (outcome.kind) {
    case 'ended':
      return answerBody(outcome.answer)
    case 'left':
      return paragraph('Before its answer was whole, so that nothing was judged.')
    case 'refused': {
      const { statusCode, param } = outcome.refusal
      const member = param === null ? '' : ` Member: ${showText(param, 100)}.`
      return paragraph(`Status ${statusCode}; nothing was answered.${member}`)
    }
  }
}

function answerBody({ view, checks, model, enclaveModel, id, notes }: EndedAnswer): string {
  const failed = checks.flatMap((check) =>
    check.status === 'fail'
      ? [`${failureSentence(check.id, proxyNaming)} [${check.id}: ${showText(check.reason, 200)}]`]
      : [],
  )
  const facts = [
    ...(model === enclaveModel ? [] : [`In the enclave: ${showText(enclaveModel, 100)}`]),
    ...(id === null ? [] : [`Id: ${showText(id, 100)}`]),
  ]
  const missing = view.missing.map(({ what, suppliedBy }) => `${what}; it takes ${suppliedBy}`)
  return [
    paragraph(view.sentence),
    list('What failed', failed),
    list('Beside it', [...view.circumstances, ...notes]),
    list('Not checked', missing),
    list('Not proven', view.notEstablished),
    list('The request', facts),
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
