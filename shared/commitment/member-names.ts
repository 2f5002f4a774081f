import { FormatError } from '../errors.ts'
import type { JsonObject } from '../json/parse-json-object.ts'

const plainName = /^[a-z0-9_]*$/

/**
 * Programs in Go take a member whose name differs in case alone for the member itself, and some in JavaScript
 * copy `__proto__` onto the object that they show.
 * @param known names that mean something to whoever reads an answer
 * @throws {FormatError} COMPLETION_MALFORMED
 */
export function refuseLookalikes(object: JsonObject, known: ReadonlySet<string>): void {
  for (const name of Object.keys(object)) {
    if (plainName.test(name) && name !== '__proto__') continue
    const folded = name.toUpperCase().toLowerCase()
    if (name === '__proto__' || (folded !== name && known.has(folded))) {
      throw new FormatError(
        'COMPLETION_MALFORMED',
        'a member has a name that some programs take for another',
      )
    }
  }
}
