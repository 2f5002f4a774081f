import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'

/** Who runs a gateway. The operator says so, and nobody checks it. */
export interface Operator {
  readonly name: string
  /** `https:` or `http:`. */
  readonly url: string | null
  readonly contact: string | null
}

const mostCharacters = { name: 128, url: 512, contact: 256 } as const

/** Reads `operator` of `/api/limits`; null where nothing is said, or nothing that can be shown. */
export function parseOperator({ operator }: JsonObject): Operator | null {
  if (!isJsonObject(operator)) return null
  const textAt = (member: keyof typeof mostCharacters): string | null => {
    const value = operator[member]
    const isText = typeof value === 'string' && value.trim() !== ''
    return isText && value.length <= mostCharacters[member] ? value : null
  }
  const name = textAt('name')
  if (name === null) return null
  const url = textAt('url')
  const isAddress = url !== null && /^https?:\/\/[^\s"'<>]+$/.test(url)
  return { name, url: isAddress ? url : null, contact: textAt('contact') }
}
