import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentWords } from '#shared/words/english/api/document.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: unknown
}

interface MediaType {
  readonly schema?: unknown
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

/** The parts of the OpenAPI document that the page shows. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Placed extends Operation {
  readonly method: string
  readonly path: string
}

/** Where the frame has room for the reference. */
const place = '<!-- reference -->'

/** The frame of a gateway without built pages. */
const bareFrame = `<!doctype html><html lang="en"><title>${documentWords.title}</title>${place}</html>`

/** The built frame of the page; the gateway serves the page inside it. */
export const docsFrameName = 'reference.html'

/**
 * The whole reference as one page without a script, in the frame of the other pages.
 * @param folder of the built pages, which need not exist
 */
export function docsPage({ info, paths }: ApiDocument, folder: string): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Placed => ({ ...operation, method, path })),
  )
  const tags = [...new Set(operations.flatMap((each) => each.tags))]
  const inTag = (tag: string) => operations.filter((each) => each.tags.includes(tag))
  const reference = `<nav aria-label="${documentWords.operations}">${tags.map((tag) => tagList(tag, inTag(tag))).join('')}</nav>
<main id="main" tabindex="-1">
<h1>${documentWords.api}</h1>
<p class="lead">${escape(info.title)} ${escape(info.version)}. ${documentWords.forPrograms} <a href="../openapi.json">${documentWords.openapi}</a>.</p>
<p>${prose(info.description ?? '')}</p>
${tags.map((tag) => `<section><h2>${escape(tag)}</h2>${inTag(tag).map(section).join('')}</section>`).join('')}
</main>`
  return openFrame(folder).replace(place, () => reference)
}

/** Its addresses are of the folder of all pages, and the reference stands one below. */
function openFrame(folder: string): string {
  const path = join(folder, docsFrameName)
  if (!existsSync(path)) return bareFrame
  return readFileSync(path, 'utf8').replaceAll('="./', '="../')
}

function tagList(tag: string, operations: readonly Placed[]): string {
  const items = operations.map(
    ({ operationId, method, path }) =>
      `<li><a href="#${operationId}"><span>${method.toUpperCase()}</span> ${escape(path)}</a></li>`,
  )
  return `<p>${escape(tag)}</p><ul>${items.join('')}</ul>`
}

function section(operation: Placed): string {
  const { operationId, method, path, summary, description, parameters, requestBody } = operation
  return `<section aria-labelledby="${operationId}">
<h3 id="${operationId}"><code>${method.toUpperCase()} ${escape(path)}</code> ${escape(summary)}</h3>
${description === undefined ? '' : `<p>${prose(description)}</p>`}
${parameters === undefined ? '' : parameterTable(parameters)}
${requestBody === undefined ? '' : `<h4>${documentWords.requestBody}</h4>${content(requestBody.content)}`}
<h4>${documentWords.answers}</h4>
${responseList(operation)}
</section>`
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      `<tr><th scope="row"><code>${escape(name)}</code></th><td>${escape(place)}${required === true ? documentWords.required : ''}</td><td>${prose(description ?? '')} <code>${escape(JSON.stringify(schema ?? {}))}</code></td></tr>`,
  )
  const columns = documentWords.columns.map((column) => `<th scope="col">${column}</th>`)
  return `<h4>${documentWords.parameters}</h4><table><thead><tr>${columns.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
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
    .map(
      ([type, { schema }]) =>
        `<details><summary><code>${escape(type)}</code></summary>${pre(schema ?? {})}</details>`,
    )
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
