import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { optionalTexts } from '../commitment/assemble-message.ts'

/** Members of `svc` that checks hold against what was signed, and salts, which commitments open with. */
const judgedOfSvc: readonly string[] = [
  'privacy_mode',
  'privacy_label',
  'receipt_digest',
  'receipt',
  'commitment_salts',
  // Signed by the enclave.
  'enclave_receipt',
]

/**
 * Names what an answer carries and no signature of the gateway covers: everything but the message of the
 * choice with index 0 and what `svc` itself is judged by. A later choice is named as `choices[1]`.
 * @param answer a completion, or one chunk of a stream
 */
export function unsignedMembers(answer: JsonObject): readonly string[] {
  const { choices, svc, ...others } = answer
  return [
    ...Object.keys(others),
    ...(Array.isArray(choices) ? choices.flatMap(unsignedOfChoice) : []),
    ...(isJsonObject(svc)
      ? Object.keys(svc).flatMap((name) => (judgedOfSvc.includes(name) ? [] : [`svc.${name}`]))
      : []),
  ]
}

function unsignedOfChoice(choice: Json, position: number): readonly string[] {
  if (!isJsonObject(choice)) return [`choices[${position}]`]
  const { index } = choice
  const isFirst = index === undefined || index === null ? position === 0 : index === 0
  if (!isFirst) return [`choices[${typeof index === 'number' ? index : position}]`]
  const beside = Object.keys(choice).filter(
    (name) => !['index', 'message', 'delta'].includes(name) && choice[name] !== null,
  )
  return [...beside, ...surplus(choice['delta'] ?? null, 'delta')].map(
    (name) => `choices[0].${name}`,
  )
}

/** What is put together of a delta, and of each object in it; a message is signed whole. */
const assembled: Readonly<Record<string, readonly string[]>> = {
  delta: ['role', 'content', ...optionalTexts, 'tool_calls', 'function_call'],
  tool_calls: ['index', 'id', 'type', 'function', 'custom'],
  function: ['name', 'arguments'],
  function_call: ['name', 'arguments'],
  custom: ['name', 'input'],
}

/** Paths of the members of a delta that are no part of the message. */
function surplus(value: Json, name: string, path = name): readonly string[] {
  if (Array.isArray(value)) {
    return [...new Set((value as readonly Json[]).flatMap((each) => surplus(each, name, path)))]
  }
  const own = assembled[name]
  if (own === undefined || !isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => {
    if (own.includes(key)) return surplus(member, key, `${path}.${key}`)
    return member === null ? [] : [`${path}.${key}`]
  })
}
