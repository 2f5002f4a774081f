import { sha256Digest } from '#shared/digest.ts'
import { chainSubjectOf } from '#shared/judge/chain-subject.ts'
import { verifyCommandWords as words } from '#shared/words/english/programs/verify-command.ts'
import { getBytes } from './get-bytes.ts'
import type { Judged } from './judge-file.ts'

/**
 * The evidence that an answer names, as its gateway kept it; null for an answer that names none, and where the gateway has other
 * bytes or none, which is said.
 * @param base address of the gateway
 */
export async function fetchKeptEvidence(judged: Judged, base: string): Promise<Uint8Array | null> {
  const digest = 'subject' in judged ? chainSubjectOf(judged.subject)?.svc.evidence : undefined
  if (digest === undefined) return null
  const bytes = await getBytes(`${base}/api/evidence/${digest}`).catch(() => null)
  if (bytes !== null && sha256Digest(bytes) === digest) return bytes
  process.stderr.write(`${words.noEvidence}\n`)
  return null
}
