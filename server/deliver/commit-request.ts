import { canonicalBytes } from '#shared/canonical-bytes.ts'
import { canonicalJson } from '#shared/canonical-json.ts'
import { commitPrompt, type CommittedPrompt, type IssueDeps } from './issue-answer.ts'
import type { ChatRequest } from './parse-chat-request.ts'

/** The prompt's half of the commitments. Stops after each pass over the messages. */
export function* commitRequest(
  { bytes, members, messages }: ChatRequest,
  deps: IssueDeps,
): Generator<void, CommittedPrompt, undefined> {
  const member = members.find(({ key }) => key === 'messages')
  const text = bytes.subarray(member?.valueStart, member?.valueEnd)
  const canonical = canonicalBytes(text) ?? canonicalJson(messages)
  yield
  const prompt = commitPrompt(canonical, deps)
  // The body that is made next, and sent, has a turn of its own.
  yield
  return prompt
}
