import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { readsAsArray } from './reads-as-array.ts'

/** One string of a request that is encrypted, by its path in the associated data. */
interface ContentField {
  readonly path: string
  readonly plaintext: string
}

/** A message's content before encryption, and what the enclave will restore. */
interface ContentPlan {
  /** The content that the enclave hashes. */
  readonly restored: Json
  /** Puts the encrypted value of each field into the content that goes out. */
  readonly seal: (encrypt: (field: ContentField) => string) => Json
}

/**
 * How one message's content is encrypted (PROTOCOL.md §7.4): whole, with its part structure,
 * in one field. A text that would itself be read as an array goes as one text part instead.
 * @param index of the message
 */
export function planContent(content: Json | undefined, index: number): ContentPlan | null {
  if (content === null || content === undefined) return null
  const path = `messages.${index}.content`
  if (typeof content !== 'string') {
    return whole(content, { path, plaintext: JSON.stringify(content) })
  }
  if (!readsAsArray(content)) return whole(content, { path, plaintext: content })
  const part = { path: `${path}.0.text`, plaintext: content }
  return {
    restored: [{ type: 'text', text: content }],
    seal: (encrypt) => [{ type: 'text', text: encrypt(part) }],
  }
}

function whole(restored: Json, field: ContentField): ContentPlan {
  return { restored, seal: (encrypt) => encrypt(field) }
}

const reasoningMembers = ['reasoning', 'reasoning_content', 'reasoning_details']

/**
 * The request without what E2EE v2 cannot hide and the enclave does not need: who asked, and the
 * model's own reasoning in earlier turns (PROTOCOL.md §7.5).
 */
export function withoutTraces(request: JsonObject): JsonObject {
  const { user: _user, ...rest } = request
  const { messages } = rest
  if (!Array.isArray(messages)) return rest
  return {
    ...rest,
    messages: messages.map((message: Json) =>
      isJsonObject(message)
        ? Object.fromEntries(
            Object.entries(message).filter(([name]) => !reasoningMembers.includes(name)),
          )
        : message,
    ),
  }
}
