import { utf8ToBytes } from '../bytes.ts'
import { canonicalJson, type Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'

/**
 * Canonical text as the enclaves' protocol uses it: RFC 8785 over documents whose member names are
 * ASCII and whose numbers are integers (aci-upstream.md section 2.1).
 * @throws {FormatError} JSON_NOT_CANONICALIZABLE for every other document
 */
export function aciCanonicalJson(value: Json): string {
  refuseOthers(value)
  return canonicalJson(value)
}

function refuseOthers(value: Json): void {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new FormatError('JSON_NOT_CANONICALIZABLE', 'a number is no safe integer')
  }
  if (value === null || typeof value !== 'object') return
  for (const [key, member] of Object.entries(value)) {
    if (utf8ToBytes(key).length !== key.length) {
      throw new FormatError('JSON_NOT_CANONICALIZABLE', 'a member has a name outside of ASCII')
    }
    refuseOthers(member as Json)
  }
}
