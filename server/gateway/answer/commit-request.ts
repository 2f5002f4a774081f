import { canonicalInSteps } from '#shared/canonical-in-steps.ts'
import type { PromptForm } from '#shared/dialects/api-dialect.ts'
import { promptValue } from '#shared/dialects/prompt-value.ts'
import { commitPrompt, type CommittedPrompt, type IssueDeps } from './issue-answer.ts'
import type { ApiRequest } from './request/parse-request.ts'

/** The prompt's half of the commitments. Stops after each pass over it. */
export function* commitRequest(
  { value }: ApiRequest,
  form: PromptForm,
  deps: IssueDeps,
): Generator<void, CommittedPrompt, undefined> {
  const canonical = yield* canonicalInSteps(promptValue(form, value))
  yield
  const prompt = commitPrompt(canonical, deps)
  // The body that is made next, and sent, has a turn of its own.
  yield
  return prompt
}
