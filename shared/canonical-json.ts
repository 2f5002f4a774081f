import canonicalize from 'canonicalize'
import { FormatError } from './errors.ts'

/** What JSON.parse gives. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [member: string]: Json }

/**
 * RFC 8785 (JCS) text of a JSON value.
 * @throws {FormatError} JSON_NOT_CANONICALIZABLE for what RFC 8785 cannot write: a lone surrogate, a
 * number that is not finite, a cycle, or a value that is no JSON at all.
 */
export function canonicalJson(value: Json): string {
  const flat = scalarText(value) ?? flatText(value)
  if (flat !== null) return flat
  let text: string | undefined
  try {
    text = canonicalize(value)
  } catch (cause) {
    throw new FormatError('JSON_NOT_CANONICALIZABLE', 'RFC 8785 cannot write this value', '', {
      cause,
    })
  }
  if (text === undefined) {
    throw new FormatError('JSON_NOT_CANONICALIZABLE', 'this value has no JSON form')
  }
  return text
}

/** The same of an object that has nothing in it but texts, numbers, booleans and null; null for any other value. */
function flatText(value: Json): string | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
  if (Object.getPrototypeOf(value) !== Object.prototype) return null
  const object = value as { readonly [member: string]: Json }
  let text = ''
  for (const key of Object.keys(object).toSorted()) {
    const name = scalarText(key)
    const member = scalarText(object[key])
    if (name === null || member === null) return null
    text += `${text === '' ? '{' : ','}${name}:${member}`
  }
  return text === '' ? '{}' : `${text}}`
}

function scalarText(value: Json | undefined): string | null {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? JSON.stringify(value) : null
    case 'number':
      return Number.isFinite(value) ? JSON.stringify(value) : null
    case 'boolean':
      return value ? 'true' : 'false'
    default:
      return value === null ? 'null' : null
  }
}
