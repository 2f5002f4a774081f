import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'

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
  return Object.keys(choice).flatMap((name) =>
    ['index', 'message', 'delta'].includes(name) || choice[name] === null
      ? []
      : [`choices[0].${name}`],
  )
}
