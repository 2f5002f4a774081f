import { evidenceKinds } from '#shared/attestation/kinds/evidence-kinds.ts'
import { judgeEvidence } from '#shared/attestation/kinds/judge-evidence.ts'
import { statedPolicy } from '#shared/attestation/kinds/stated-policy.ts'
import { parseProviderEvidence } from '#shared/document/parse-provider-evidence.ts'
import { FormatError } from '#shared/errors.ts'
import { shownEvidence } from '#shared/judge/provider/shown-evidence.ts'
import { recordingWords } from '#shared/words/english/programs/recording-words.ts'
import type { JudgedRecording } from './judge-recording.ts'

/** Evidence as a gateway keeps it, judged at the time at which it was fetched. @throws {FormatError} */
export function judgeKept(bytes: Uint8Array, repository: string | null): JudgedRecording {
  const evidence = parseProviderEvidence(bytes)
  const kind = evidenceKinds.find(({ name }) => name === evidence.kind)
  if (kind === undefined) {
    throw new FormatError('EVIDENCE_MALFORMED', recordingWords.unknownKind(evidence.kind))
  }
  const policy = statedPolicy(repository ?? evidence.repository ?? null)
  return {
    evidenceKind: evidence.kind,
    ...judgeEvidence(kind, shownEvidence(evidence, evidence.atSeconds), policy),
  }
}
