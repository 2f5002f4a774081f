import { canonicalInSteps } from '#shared/canonical-in-steps.ts'
import { commitWritten, type WrittenText } from '#shared/commitment/commit.ts'
import type { PromptForm } from '#shared/dialects/api-dialect.ts'
import { promptValue } from '#shared/dialects/prompt-value.ts'
import { copyPieces, piecesLength } from '#shared/json/canonical-pieces.ts'
import { commitPrompt, type CommittedPrompt, type IssueDeps } from './issue-answer.ts'
import type { ApiRequest } from './request/parse-request.ts'

/** The prompt's half of the commitments. Stops after each pass over it. */
export function* commitRequest(
  request: ApiRequest,
  form: PromptForm,
  deps: IssueDeps,
): Generator<void, CommittedPrompt, undefined> {
  const written = writtenPrompt(form, request)
  if (written !== null) {
    const salt = deps.newSalt()
    return { salt, promptCommit: commitWritten(written, salt, deps.sha256) }
  }
  const canonical = yield* canonicalInSteps(promptValue(form, request.value()))
  yield
  const prompt = commitPrompt(canonical, deps)
  // The body that is made next, and sent, has a turn of its own.
  yield
  return prompt
}

/** RFC 8785 text of what is committed to, copied out of the body; null where it has to be written anew. */
function writtenPrompt(form: PromptForm, request: ApiRequest): WrittenText | null {
  if (form.kind === 'member') return writtenMember(form.name, request)
  const parts: WrittenText[] = []
  for (const name of form.names.toSorted()) {
    const value = writtenMember(name, request)
    if (value === null) return null
    parts.push(writtenAscii(`${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`), value)
  }
  return joined([...parts, writtenAscii('}')])
}

function writtenMember(name: string, { bytes, members }: ApiRequest): WrittenText | null {
  const member = members.find(({ key }) => key === name)
  if (member === undefined) return writtenAscii('null')
  const { canonical } = member
  if (canonical === null) return null
  return {
    length: piecesLength(canonical),
    write: (into, at) => copyPieces({ pieces: canonical, text: bytes }, into, at),
  }
}

function writtenAscii(text: string): WrittenText {
  const bytes = Buffer.from(text, 'latin1')
  return { length: bytes.length, write: (into, at) => into.set(bytes, at) }
}

function joined(parts: readonly WrittenText[]): WrittenText {
  return {
    length: parts.reduce((sum, { length }) => sum + length, 0),
    write(into, start) {
      let at = start
      for (const { length, write } of parts) {
        write(into, at)
        at += length
      }
    },
  }
}
