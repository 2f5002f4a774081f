interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: unknown
}

interface MediaType {
  readonly schema?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string
        readonly headers?: Readonly<Record<string, { readonly description?: string }>>
        readonly content?: Readonly<Record<string, MediaType>>
      }
    >
  >
}

/** Of the OpenAPI document, what the page shows. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Placed extends Operation {
  readonly method: string
  readonly path: string
}

/**
 * The whole reference as one page without a script: it is written once, and reads everywhere.
 */
export function docsPage({ info, paths }: ApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Placed => ({ ...operation, method, path })),
  )
  const tags = [...new Set(operations.flatMap((each) => each.tags))]
  const inTag = (tag: string) => operations.filter((each) => each.tags.includes(tag))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Every path of this gateway: what it takes, what it answers, and each error code with an example.">
<title>${escape(info.title)}: reference of the API</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header><a href="../">Countersign</a> <a href="../openapi.json">OpenAPI document</a></header>
<nav aria-label="Operations">${tags.map((tag) => tagList(tag, inTag(tag))).join('')}</nav>
<main>
<h1>${escape(info.title)} ${escape(info.version)}: reference of the API</h1>
<p>${prose(info.description ?? '')}</p>
${tags.map((tag) => `<h2>${escape(tag)}</h2>${inTag(tag).map(section).join('')}`).join('')}
</main>
</body>
</html>
`
}

function tagList(tag: string, operations: readonly Placed[]): string {
  const items = operations.map(
    ({ operationId, method, path }) =>
      `<li><a href="#${operationId}">${method.toUpperCase()} ${escape(path)}</a></li>`,
  )
  return `<p>${escape(tag)}</p><ul>${items.join('')}</ul>`
}

function section(operation: Placed): string {
  const { operationId, method, path, summary, description, parameters, requestBody } = operation
  return `<section aria-labelledby="${operationId}">
<h3 id="${operationId}"><code>${method.toUpperCase()} ${escape(path)}</code> ${escape(summary)}</h3>
${description === undefined ? '' : `<p>${prose(description)}</p>`}
${parameters === undefined ? '' : parameterTable(parameters)}
${requestBody === undefined ? '' : `<h4>Body</h4>${content(requestBody.content)}`}
<h4>Answers</h4>
${responseList(operation)}
</section>`
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      `<tr><th scope="row"><code>${escape(name)}</code></th><td>${escape(place)}${required === true ? ', required' : ''}</td><td>${prose(description ?? '')} <code>${escape(JSON.stringify(schema ?? {}))}</code></td></tr>`,
  )
  return `<h4>Parameters</h4><table><thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">What</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function responseList({ responses }: Operation): string {
  const items = Object.entries(responses).map(([status, response]) => {
    const headers = Object.entries(response.headers ?? {}).map(
      ([name, header]) =>
        `<li><code>${escape(name)}</code> ${prose(header.description ?? '')}</li>`,
    )
    const list = headers.length === 0 ? '' : `<ul>${headers.join('')}</ul>`
    return `<dt>${escape(status)}</dt><dd>${prose(response.description)}${list}${content(response.content ?? {})}</dd>`
  })
  return `<dl>${items.join('')}</dl>`
}

function content(types: Readonly<Record<string, MediaType>>): string {
  return Object.entries(types)
    .map(([type, { schema, examples }]) => {
      const shown = Object.values(examples ?? {}).map(({ value }) => pre(value))
      return `<details><summary><code>${escape(type)}</code></summary>${shown.join('')}${pre(schema ?? {})}</details>`
    })
    .join('')
}

/** Longer than its box it is scrolled, also by keyboard. */
function pre(value: unknown): string {
  return `<pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre>`
}

function prose(text: string): string {
  return escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

const style = `
:root{font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff}
body{margin:0;display:grid;grid-template:auto 1fr/18rem minmax(0,1fr);min-height:100vh}
header{grid-column:1/-1;padding:.75rem 1.5rem;border-bottom:1px solid #b5b5b5;display:flex;gap:1.5rem}
nav{padding:1rem 1.5rem;border-right:1px solid #b5b5b5;overflow-wrap:anywhere}
nav p{margin:.75rem 0 .25rem;font-weight:600}
nav ul{margin:0;padding:0;list-style:none;font-size:.875rem}
nav a{display:inline-block;padding:.25rem 0}
main{padding:1rem 2rem 4rem;max-width:56rem}
a{color:#0b4fb3}
h3{margin-top:2.5rem;font-size:1.1rem}
h4{margin:1rem 0 .25rem}
code,pre{font:.875em/1.4 ui-monospace,monospace}
pre{max-height:24rem;overflow:auto;padding:.75rem;background:#f2f2f2}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.25rem .5rem;border-top:1px solid #b5b5b5}
th:first-child,td:nth-child(2){white-space:nowrap}
td:last-child{overflow-wrap:anywhere}
dt{font-weight:600;margin-top:.5rem}
dd{margin-left:1rem}
@media (max-width:48rem){body{display:block}nav{border:0}}
@media (prefers-color-scheme:dark){:root{color:#e8e8e8;background:#161616}a{color:#8ab8ff}pre{background:#242424}}
`
