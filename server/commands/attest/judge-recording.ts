import { evidenceKinds } from '#shared/attestation/kinds/evidence-kinds.ts'
import { judgeEvidence, type EvidenceVerdict } from '#shared/attestation/kinds/judge-evidence.ts'
import { statedPolicy } from '#shared/attestation/kinds/stated-policy.ts'
import { FormatError } from '#shared/errors.ts'
import { recordingWords } from '#shared/words/english/programs/recording-words.ts'
import { evidenceOfRecording } from './evidence-of-recording.ts'
import type { Recording } from './read-recording.ts'

/** Kinds by the names that recordings give their providers. */
const kinds: Readonly<Record<string, string>> = {
  neardirect: 'near-direct',
  nearcloud: 'near-cloud',
  tinfoil_v3_direct: 'tinfoil-direct',
  tinfoil_v3_cloud: 'tinfoil-router',
  phalacloud: 'redpill',
}

export interface JudgedRecording extends EvidenceVerdict {
  readonly evidenceKind: string
}

/**
 * A recording, judged at its time.
 * @param repository whose release must run; by default the one that belongs to the model that was asked for
 * @throws {FormatError} EVIDENCE_MALFORMED for a provider that nobody knows, and for answers that cannot be read
 */
export function judgeRecording(recording: Recording, repository: string | null): JudgedRecording {
  const { provider, model } = recording
  const name = kinds[provider] ?? provider
  const kind = evidenceKinds.find((each) => each.name === name)
  if (kind === undefined) {
    throw new FormatError('EVIDENCE_MALFORMED', recordingWords.unknownProvider(provider))
  }
  const policy = statedPolicy(repository ?? repositoryOf(name, model))
  return {
    evidenceKind: name,
    ...judgeEvidence(kind, evidenceOfRecording(recording), policy),
  }
}

function repositoryOf(kind: string, model: string): string | null {
  if (kind === 'tinfoil-router') return 'tinfoilsh/confidential-model-router'
  return kind === 'tinfoil-direct' ? `tinfoilsh/confidential-${model}` : null
}
