import { unsupportedMembers } from '#shared/words/english/errors/request-errors.ts'
import type { DialectId } from '#shared/dialects/api-dialect.ts'
import { scanJsonArray } from '#shared/json/scan-json-array.ts'
import { scanJson, type JsonMember } from '#shared/json/scan-json.ts'
import { decodeUtf8 } from '../common/decode-utf8.ts'
import { anonymousMembers, type MemberRule, type MemberRules } from './anonymous-members.ts'
import { unsupported } from './dialects/unsupported.ts'

/** What a third party is sent of a request. */
interface Anonymized {
  /** Each member's text as it came. */
  readonly bytes: Uint8Array
  /** What was left out, as in `messages[].name`, each once. */
  readonly leftOut: Set<string>
}

/**
 * Keeps the members that say what is asked, and leaves out those that would say who asks.
 * @param bytes of a JSON object that was read before
 * @throws {GatewayError} unsupported_parameter for a member that may say who asks, or of which nobody knows
 */
export function anonymize(bytes: Uint8Array, dialect: DialectId): Anonymized {
  const leftOut = new Set<string>()
  const kept = keptOf(bytes, { rules: anonymousMembers[dialect], path: '', place: '' }, leftOut)
  return { bytes: kept, leftOut }
}

interface Place {
  readonly rules: MemberRules
  /** As errors name it: `tools[0]`. */
  readonly path: string
  /** The same for each of a list: `tools[]`. */
  readonly place: string
}

const comma = Buffer.from(',')
const open = Buffer.from('{')
const close = Buffer.from('}')

function keptOf(object: Uint8Array, { rules, path, place }: Place, leftOut: Set<string>) {
  const pieces: Uint8Array[] = []
  let isWhole = true
  for (const { key, keyStart, valueStart, valueEnd } of scanJson(object).members) {
    const value = object.subarray(valueStart, valueEnd)
    const rule = rules.get(key)
    const inside = { path: below(path, key), place: below(place, key) }
    if (rule === undefined && !isNull(value)) throw tells(inside.path)
    if (rule === undefined || rule === 'left out') {
      if (!isNull(value)) leftOut.add(inside.place)
      isWhole = false
      continue
    }
    const kept = rule === 'passes' ? value : keptOfValue(value, { rule, ...inside }, leftOut)
    if (kept !== value) isWhole = false
    pieces.push(pieces.length === 0 ? open : comma)
    pieces.push(object.subarray(keyStart, valueStart), kept)
  }
  if (isWhole) return object
  return Buffer.concat(pieces.length === 0 ? [open, close] : [...pieces, close])
}

interface ValueAt {
  readonly rule: Exclude<MemberRule, string>
  readonly path: string
  readonly place: string
}

function keptOfValue(value: Uint8Array, { rule, path, place }: ValueAt, leftOut: Set<string>) {
  const isObject = value[0] === open[0]
  const isArray = value[0] === 0x5b
  if (!isObject && !isArray) return value
  if ('members' in rule) {
    if (isArray) throw tells(path)
    return keptOf(value, { rules: rule.members, path, place }, leftOut)
  }
  if (isObject) throw tells(path)
  const pieces: Uint8Array[] = []
  let end = 0
  for (const [index, element] of scanJsonArray(value).entries()) {
    const text = value.subarray(element.start, element.end)
    if (text[0] !== open[0]) continue
    const at = { path: `${path}[${index}]`, place: `${place}[]` }
    const kept = keptOf(text, { rules: rule.each(roleOf(text)), ...at }, leftOut)
    if (kept === text) continue
    pieces.push(value.subarray(end, element.start), kept)
    end = element.end
  }
  return end === 0 ? value : Buffer.concat([...pieces, value.subarray(end)])
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function isNull(value: Uint8Array): boolean {
  return value.length === 4 && value[0] === 0x6e
}

function roleOf(object: Uint8Array): unknown {
  const role: JsonMember | undefined = scanJson(object).members.find(({ key }) => key === 'role')
  if (role === undefined) return undefined
  return JSON.parse(decodeUtf8(object.subarray(role.valueStart, role.valueEnd)))
}

function tells(path: string) {
  return unsupported(path, unsupportedMembers.couldIdentify)
}
