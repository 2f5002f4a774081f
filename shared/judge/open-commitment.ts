import type { Json } from '../canonical-json.ts'
import { skip } from '../checks.ts'
import { opensCommitment } from '../commitment/commit.ts'
import type { Salt } from '../commitment/salt.ts'
import { hasTraceOfLibrary, savedReadings, type Reading } from '../commitment/saved-readings.ts'
import type { Digest } from '../digest.ts'
import { readOr } from '../read-or.ts'
import type { Mode } from '../modes.ts'
import type { Check } from '../verdict.ts'
import * as checkReasons from '../words/english/verdict/check-reasons.ts'
import { hasCiphertext } from './has-ciphertext.ts'

/** How a value was kept: as it was sent, or perhaps written anew by a program, as the file says or may not say. */
export type Kept = 'as sent' | 'perhaps written anew' | 'written anew'

/** A value for one side of the exchange, and what is known of it. */
export interface Opened extends Reading {
  readonly kept: Kept
}

interface Candidates {
  /** Likeliest first. */
  readonly values: readonly Json[]
  readonly kept: Kept
}

/**
 * The reading that opens a commitment, else the likeliest value, for the check to fail on. Whichever reading
 * opens it is what was committed to: no other value does.
 */
export function openCommitment(
  { values, kept }: Candidates,
  commitment: Digest,
  salt: Salt,
): Opened | undefined {
  for (const value of values) {
    for (const reading of kept === 'as sent' ? [asItStands(value)] : savedReadings(value)) {
      if (opens(commitment, reading.value, salt)) return { ...reading, kept }
    }
  }
  const [first] = values
  return first === undefined ? undefined : { ...asItStands(first), kept }
}

function asItStands(value: Json): Reading {
  return { value, note: null, leftOut: [] }
}

/** Whether it is what was committed to, as it stands. */
export function opens(commitment: Digest, value: Json, salt: Salt): boolean {
  return readOr(false, () => opensCommitment(commitment, value, salt))
}

/**
 * The same check, with what the reading says of it.
 * @param mode in `e2ee` the gateway committed to what was encrypted, and a tool saved what it opened
 */
export function withReading(
  check: Check,
  { value, note, leftOut, kept }: Opened,
  mode: Mode,
): Check {
  if (check.status === 'pass' && note !== null) return { ...check, detail: note, leftOut }
  const isUntold =
    kept === 'written anew' || (kept === 'perhaps written anew' && hasTraceOfLibrary(value))
  const isInClear = kept !== 'as sent' && mode === 'e2ee' && !hasCiphertext(JSON.stringify(value))
  if (check.status !== 'fail' || !(isUntold || isInClear)) return check
  return { ...skip(check.id, isInClear ? inClear : notOpened), finding: 'not opened' }
}

const inClear = checkReasons.committedToEncrypted

const notOpened = checkReasons.notOpened
