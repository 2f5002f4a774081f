import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import type { DialectId, PromptForm } from './api-dialect.ts'
import { chatDialect } from './chat.ts'
import { apiDialects } from './dialect-registry.ts'

/** What `promptCommit` of a request is to. */
export function promptValue(form: PromptForm, request: JsonObject): Json {
  return form.kind === 'member'
    ? (request[form.name] ?? null)
    : Object.fromEntries(form.names.map((name) => [name, request[name] ?? null]))
}

/**
 * What the prompt's commitment may be to, of a request of whichever dialect, or of its messages or input
 * alone. The values differ in form, so the one that opens the commitment says which dialect it was.
 */
export function promptReadings(given: Json): readonly Json[] {
  if (!isJsonObject(given)) {
    const asMember = apiDialects.flatMap(({ prompt }) =>
      prompt.kind === 'object' ? [promptValue(prompt, { [prompt.names[0] ?? '']: given })] : [],
    )
    return [given, ...asMember]
  }
  return apiDialects.flatMap(({ prompt }) => {
    const main = prompt.kind === 'member' ? prompt.name : prompt.names[0]
    return main !== undefined && main in given ? [promptValue(prompt, given)] : []
  })
}

/** Of a request of that dialect. */
export function formOfPrompt(dialect: DialectId): PromptForm {
  return (apiDialects.find(({ id }) => id === dialect) ?? chatDialect).prompt
}

/** Whether a value is what `promptCommit` is to of a request of that dialect, by its form. */
export function isPromptOf(dialect: DialectId, value: Json): boolean {
  const form = formOfPrompt(dialect)
  if (form.kind === 'member') return !isJsonObject(value)
  if (!isJsonObject(value)) return false
  return form.names.toSorted().join() === Object.keys(value).toSorted().join()
}
