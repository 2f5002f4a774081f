import { firstCharacters } from './first-characters.ts'
import type { JsonSchema } from './json-schema.ts'

const longestString = 10_000

const byFormat: Readonly<Record<string, string>> = {
  date: '2000-01-01',
  time: '12:00:00Z',
  'date-time': '2000-01-01T12:00:00Z',
  duration: 'P1D',
  email: 'demo@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

/** What stands in quotation marks in the user's text, otherwise all of it, as long as is allowed. */
export function fillString(rules: JsonSchema, hint: string): string {
  const { format, minLength, maxLength } = rules
  if (typeof format === 'string' && byFormat[format] !== undefined) return byFormat[format]
  const quoted = /["“'‘`]([^"”'’`]+)["”'’`]/.exec(hint)?.[1]
  const least = Math.min(typeof minLength === 'number' ? minLength : 0, longestString)
  const most = typeof maxLength === 'number' ? Math.max(0, maxLength) : 200
  const text = firstCharacters((quoted ?? hint).trim(), most)
  return text + ''.padEnd(least - Array.from(text).length, ' demo')
}

/** The first number of the user's text that the schema allows, otherwise the one nearest zero. */
export function fillNumber(rules: JsonSchema, hint: string): number {
  const asked = (hint.slice(0, 1_000).match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
  const lower = numberOf(rules['minimum'], Number.NEGATIVE_INFINITY)
  const above = numberOf(rules['exclusiveMinimum'], Number.NEGATIVE_INFINITY)
  const upper = numberOf(rules['maximum'], Number.POSITIVE_INFINITY)
  const below = numberOf(rules['exclusiveMaximum'], Number.POSITIVE_INFINITY)
  const step = numberOf(rules['multipleOf'], rules['type'] === 'integer' ? 1 : 0)
  const isAllowed = (value: number) =>
    value >= lower &&
    value > above &&
    value <= upper &&
    value < below &&
    (step <= 0 || Number.isInteger(value / step)) &&
    (rules['type'] !== 'integer' || Number.isInteger(value))

  const low = Math.max(lower, above)
  const high = Math.min(upper, below)
  const unit = step > 0 ? step : 1
  const candidates = [
    ...asked,
    0,
    low,
    (Math.floor(low / unit) + 1) * unit,
    high,
    (Math.ceil(high / unit) - 1) * unit,
    (low + high) / 2,
  ]
  return candidates.filter(Number.isFinite).find(isAllowed) ?? 0
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
