import { expect } from 'vitest'
import { evidenceKinds } from '#shared/attestation/kinds/evidence-kinds.ts'
import type { EvidencePolicy, ShownEvidence } from '#shared/attestation/kinds/evidence-kind.ts'
import { judgeEvidence } from '#shared/attestation/kinds/judge-evidence.ts'
import { parseUtf8, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { evidenceOfRecording } from '../../../server/commands/attest/evidence-of-recording.ts'
import { readRecording } from '../../../server/commands/attest/read-recording.ts'
import { statedPolicy } from '#shared/attestation/kinds/stated-policy.ts'
import { recordingPath } from './provider-recordings.ts'

export interface Changes {
  readonly evidence?: Partial<ShownEvidence>
  /** Texts of the document, each replaced by another wherever it stands. */
  readonly texts?: readonly (readonly [found: string, other: string])[]
  readonly policy?: Partial<EvidencePolicy>
}

export function evidenceOf(recording: string): ShownEvidence {
  return evidenceOfRecording(readRecording(recordingPath(recording)))
}

export function documentOf(recording: string): string {
  return parseUtf8(evidenceOf(recording).document)
}

/** Judges a recording with something changed in it: what fails by our own work, with what it is about. */
export function judgeChanged(
  recording: string,
  [kindName, repository]: readonly [string, string | null],
  { evidence = {}, texts = [], policy = {} }: Changes,
): { readonly failed: readonly string[]; readonly kind: string } {
  const given = evidenceOf(recording)
  let document = parseUtf8(given.document)
  for (const [found, other] of texts) {
    expect(document, 'the text to change').toContain(found)
    document = document.replaceAll(found, other)
  }
  const kind = evidenceKinds.find(({ name }) => name === kindName)
  if (kind === undefined) throw new Error(`there is no kind ${kindName}`)
  const judged = judgeEvidence(
    kind,
    { ...given, document: utf8ToBytes(document), ...evidence },
    { ...statedPolicy(repository), ...policy },
  )
  const failed = judged.checks
    .filter(({ by, status }) => by === 'us' && status === 'fail')
    .map(({ id, subject }) => (subject === '' ? id : `${id} (${subject})`))
  expect(judged.kind === 'rejected').toBe(failed.length > 0)
  return { failed: failed.toSorted(), kind: judged.kind }
}

/** The same Base64 with one bit of one byte changed. */
export function flippedBase64(text: string, at: number): string {
  const bytes = Buffer.from(text, 'base64')
  const place = at < 0 ? bytes.length + at : at
  bytes[place] = (bytes[place] ?? 0) ^ 0x01
  return bytes.toString('base64')
}

/** The same hex digits with one bit of one byte changed. */
export function flippedHex(text: string, at: number): string {
  const bytes = Buffer.from(text, 'hex')
  bytes[at] = (bytes[at] ?? 0) ^ 0x01
  return bytes.toString('hex')
}
