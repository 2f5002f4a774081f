import { parseJsonObject } from '../../../json/parse-json-object.ts'
import { parseTinfoilFlat } from './parse-tinfoil-flat.ts'
import { parseTinfoilSections } from './parse-tinfoil-sections.ts'
import type { TinfoilDocument } from './tinfoil-document.ts'

/**
 * Either form of Tinfoil's document: both bear one name, so that their members tell them apart.
 * @throws {FormatError}
 */
export function parseTinfoil(document: Uint8Array, nonce: string): TinfoilDocument {
  const { value } = parseJsonObject(document)
  const parse = 'challenge' in value ? parseTinfoilSections : parseTinfoilFlat
  return parse(document, nonce)
}
