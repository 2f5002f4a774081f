import { expect } from 'vitest'
import { judgeEvidence } from '#shared/attestation/kinds/judge-evidence.ts'
import { statedPolicy } from '#shared/attestation/kinds/stated-policy.ts'
import { tinfoilDirect } from '#shared/attestation/kinds/tinfoil/tinfoil-direct.ts'
import { tinfoilRouter } from '#shared/attestation/kinds/tinfoil/tinfoil-router.ts'
import { parseUtf8, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { sha256Digest } from '#shared/digest.ts'
import { parseProviderEvidence } from '#shared/document/parse-provider-evidence.ts'
import { verifyBodyOffer, type BodyOfferInput } from '#shared/judge/provider/verify-body-offer.ts'
import { shownEvidence } from '#shared/judge/provider/shown-evidence.ts'
import type { Verification } from '#shared/modes.ts'
import { judgeGivenEvidence } from '#shared/package/given/judge-given-evidence.ts'
import { evidenceOfRecording } from '../../../server/commands/attest/evidence-of-recording.ts'
import { readRecording } from '../../../server/commands/attest/read-recording.ts'
import { createAmdCertificates } from '../../../server/gateway/upstreams/bought/tinfoil/amd-certificates.ts'
import { gatherEvidence } from '../../../server/gateway/upstreams/bought/tinfoil/gather-evidence.ts'
import { createSignedReleases } from '../../../server/gateway/upstreams/bought/tinfoil/signed-releases.ts'
import { createCachedCollateral } from '../../../server/gateway/upstreams/enclave/collateral/collateral-source.ts'
import { answerOf, exchangeJudge, type Signed } from '../enclave/answer-of-enclave.ts'
import { recordingPath } from './provider-recordings.ts'
import { startRecordedMakers } from './start-recorded-makers.ts'
import { temporaryFolder } from '../temporary-folder.ts'

export const ofModel = 'tinfoilsh/confidential-gemma4-31b'
export const ofRouter = 'tinfoilsh/confidential-model-router'

/** The evidence that a gateway would have kept on the day of a recording, by the way that it takes. */
export async function keptOf(name: string, meant: 'model' | 'router' = 'model') {
  const repository = meant === 'router' ? ofRouter : ofModel
  const evidenceKind = meant === 'router' ? tinfoilRouter : tinfoilDirect
  const recording = readRecording(recordingPath(name))
  const { nonce, document, peer } = evidenceOfRecording(recording)
  const makers = await startRecordedMakers(recording)
  const service = makers.url
  const folder = temporaryFolder()
  const nowSeconds = () => recording.at
  const gathered = await gatherEvidence(document, nonce, {
    repository,
    intel: createCachedCollateral({ service, folder, nowSeconds }),
    amd: createAmdCertificates({ service, folder, nowSeconds }),
    releases: createSignedReleases({ service, nowSeconds }),
  })
  await makers.close()
  const bytes = utf8ToBytes(
    JSON.stringify({
      type: 'countersign-provider-evidence/1',
      kind: evidenceKind.name,
      nonce,
      fetchedAt: new Date(recording.at * 1000).toISOString(),
      document: parseUtf8(document),
      peer,
      ...gathered,
    }),
  )
  const evidence = shownEvidence(parseProviderEvidence(bytes), recording.at)
  const { kind, enclave, checks } = judgeEvidence(evidenceKind, evidence, statedPolicy(repository))
  const failed = checks.flatMap(({ id, by, status }) =>
    by === 'us' && status === 'fail' ? [id] : [],
  )
  return { bytes, nonce, kind, enclave, failed, at: new Date(recording.at * 1000) }
}

type Kept = Awaited<ReturnType<typeof keptOf>>

/** What a reader finds later of an answer in the clear, by the evidence that was kept. */
export function laterJudge({ bytes, enclave, at }: Kept, verifiedBy: Verification) {
  const measurement = enclave?.measurement ?? sha256Digest('')
  const evidence = sha256Digest(bytes)
  return async (more: Partial<Signed> = {}, file = bytes) => {
    const { text, signers } = await answerOf({ measurement, verifiedBy, evidence, at, ...more })
    const { state, checks } = judgeGivenEvidence(text, file, { signers })
    const failed = checks.filter(({ status }) => status === 'fail').map(({ id }) => id)
    return { state, failed }
  }
}

/** What one who encrypts to a recorded enclave finds of it beforehand, and of the exchange at its end. */
export function encryptedTo({ bytes, nonce, at }: Kept) {
  const nowSeconds = at.getTime() / 1000
  const evidence = parseProviderEvidence(bytes)
  const offered = { scheme: 'ehbp-1', evidence, nonce, nowSeconds, simulation: 'refuse' } as const
  const offer = verifyBodyOffer(offered)
  const { ready } = offer
  if (ready === null) throw new Error('the recorded enclave is refused')
  return {
    evidence,
    nowSeconds,
    verifiedBy: ready.verifiedBy,
    judge: exchangeJudge({ ...offer, ready }, { evidence: sha256Digest(bytes), at }),
    failed: (more: Partial<BodyOfferInput>) => {
      const found = verifyBodyOffer({ ...offered, ...more })
      expect(found.ready).toBeNull()
      return found.checks.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))
    },
  }
}
