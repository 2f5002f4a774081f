import { canonicalBytes } from '#shared/canonical-bytes.ts'
import { canonicalJson } from '#shared/canonical-json.ts'
import type { PromptForm } from '#shared/dialects/api-dialect.ts'
import { promptValue } from '#shared/dialects/prompt-value.ts'
import { commitPrompt, type CommittedPrompt, type IssueDeps } from './issue-answer.ts'
import type { ApiRequest } from './parse-request.ts'

/** The prompt's half of the commitments. Stops after each pass over it. */
export function* commitRequest(
  request: ApiRequest,
  form: PromptForm,
  deps: IssueDeps,
): Generator<void, CommittedPrompt, undefined> {
  const text = promptText(form, request)
  const canonical = canonicalBytes(text) ?? canonicalJson(promptValue(form, request.value))
  yield
  const prompt = commitPrompt(canonical, deps)
  // The body that is made next, and sent, has a turn of its own.
  yield
  return prompt
}

/** The value's JSON text, out of the members as they came. */
function promptText(form: PromptForm, { bytes, members }: ApiRequest): Uint8Array {
  const textOf = (name: string) => {
    const member = members.find(({ key }) => key === name)
    return member === undefined ? null : bytes.subarray(member.valueStart, member.valueEnd)
  }
  if (form.kind === 'member') return textOf(form.name) ?? new Uint8Array(0)
  const pieces = form.names.map((name, index) => [
    Buffer.from(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    textOf(name) ?? Buffer.from('null'),
  ])
  return Buffer.concat([...pieces.flat(), Buffer.from('}')])
}
