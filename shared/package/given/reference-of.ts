import {
  parseReferenceValues,
  type ReferenceValues,
} from '../../attestation/appraise/parse-reference-values.ts'
import { objectOf } from './given-answer.ts'

/** @throws {FormatError} REFERENCE_VALUES_MALFORMED */
export function referenceOf(given: string | object | undefined): ReferenceValues | null {
  return given === undefined ? null : parseReferenceValues(objectOf(given))
}
