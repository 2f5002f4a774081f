import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { judgeEvidence } from '#shared/attestation/kinds/judge-evidence.ts'
import { statedPolicy } from '#shared/attestation/kinds/stated-policy.ts'
import { tinfoilDirect } from '#shared/attestation/kinds/tinfoil/tinfoil-direct.ts'
import { tinfoilRouter } from '#shared/attestation/kinds/tinfoil/tinfoil-router.ts'
import { parseUtf8, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { canonicalJson, type Json } from '#shared/canonical-json.ts'
import { parseSalt } from '#shared/commitment/salt.ts'
import { sha256Digest, type Digest } from '#shared/digest.ts'
import { parseProviderEvidence } from '#shared/document/parse-provider-evidence.ts'
import { ciphertextValue } from '#shared/body-relay/ciphertext-value.ts'
import type { RelayedEnd } from '#shared/e2ee/relayed-answer.ts'
import { judgeBodyExchange } from '#shared/judge/provider/judge-body-exchange.ts'
import { verifyBodyOffer, type BodyOfferInput } from '#shared/judge/provider/verify-body-offer.ts'
import { stateOf } from '#shared/judge/state/state-of.ts'
import { parseSvc } from '#shared/svc/parse-svc.ts'
import { shownEvidence } from '#shared/judge/provider/shown-evidence.ts'
import type { Verification } from '#shared/modes.ts'
import { judgeGivenEvidence } from '#shared/package/given/judge-given-evidence.ts'
import { evidenceOfRecording } from '../../../../server/commands/attest/evidence-of-recording.ts'
import { readRecording } from '../../../../server/commands/attest/read-recording.ts'
import { commitPrompt, issueAnswer } from '../../../../server/gateway/answer/issue-answer.ts'
import { createSigningKey } from '../../../../server/gateway/signer/signing-key.ts'
import { createAmdCertificates } from '../../../../server/gateway/upstreams/bought/tinfoil/amd-certificates.ts'
import { gatherEvidence } from '../../../../server/gateway/upstreams/bought/tinfoil/gather-evidence.ts'
import { createSignedReleases } from '../../../../server/gateway/upstreams/bought/tinfoil/signed-releases.ts'
import { createCachedCollateral } from '../../../../server/gateway/upstreams/enclave/collateral/collateral-source.ts'
import {
  hasRecordings,
  recordingPath,
  withoutRecordings,
} from '../../../support/provider-recordings.ts'
import { startRecordedMakers } from '../../../support/start-recorded-makers.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const ofModel = 'tinfoilsh/confidential-gemma4-31b'
const ofRouter = 'tinfoilsh/confidential-model-router'

/** The evidence that a gateway would have kept on the day of a recording, by the way that it takes. */
async function keptOf(name: string, meant: 'model' | 'router' = 'model') {
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
    amd: createAmdCertificates({ service, folder }),
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

interface Signed {
  readonly measurement: Digest
  readonly verifiedBy: Verification
  readonly evidence: Digest
  readonly at: Date
  readonly mode?: 'tee' | 'e2ee'
  /** What is committed to of both sides. */
  readonly prompt?: Json
  readonly answer?: Json
}

/** An answer as a gateway would have signed it then. */
async function answerOf({ at, mode = 'tee', prompt = [], answer, ...enclave }: Signed) {
  const signer = await createSigningKey(randomBytes(32))
  const deps = {
    sha256: sha256Digest,
    newSalt: () => parseSalt(randomBytes(32).toString('hex')),
    now: () => at,
    signerAt: () => signer,
    freshen: () => null,
  }
  const message = { role: 'assistant', content: 'Something.' }
  const { svcText } = issueAnswer(
    {
      model: 'svc-chat',
      mode,
      contentPolicy: 'standard',
      viaTrait: null,
      why: null,
      prompt: commitPrompt(canonicalJson(prompt), deps),
      messageText: canonicalJson(answer ?? message),
      proof: {
        providerId: 'tinfoil',
        receipt: null,
        verdict: { kind: 'verified', checks: [] },
        secondHop: 'none',
        ...enclave,
      },
    },
    deps,
  )
  const choices: Json = [{ index: 0, message, finish_reason: 'stop' }]
  const text = `{"id":"chatcmpl-1","object":"chat.completion","choices":${JSON.stringify(choices)},"svc":${svcText}}`
  return {
    text,
    svc: JSON.parse(svcText) as Json,
    signers: { current: { address: signer.address }, retired: [] },
  }
}

type Kept = Awaited<ReturnType<typeof keptOf>>

/** What a reader finds later of an answer in the clear, by the evidence that was kept. */
function laterJudge({ bytes, enclave, at }: Kept, verifiedBy: Verification) {
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
function encryptedTo({ bytes, nonce, enclave, at }: Kept) {
  const nowSeconds = at.getTime() / 1000
  const evidence = parseProviderEvidence(bytes)
  const offered = { scheme: 'ehbp-1', evidence, nonce, nowSeconds, simulation: 'refuse' } as const
  const offer = verifyBodyOffer(offered)
  const { ready } = offer
  if (ready === null) throw new Error('the recorded enclave is refused')
  const wireAnswer = ciphertextValue(sha256Digest('answer'))
  const exchange = {
    measurement: enclave?.measurement ?? sha256Digest(''),
    verifiedBy: ready.verifiedBy,
    evidence: sha256Digest(bytes),
    at,
    mode: 'e2ee',
    prompt: ciphertextValue(sha256Digest('request')),
    answer: wireAnswer,
  } as const
  const seen = {
    upstreamModel: 'gemma4-31b',
    requestDigest: sha256Digest('request'),
    responseDigest: sha256Digest('answer'),
    sentInClear: [],
  }
  return {
    evidence,
    nowSeconds,
    verifiedBy: ready.verifiedBy,
    async judge(signed: Partial<Signed> = {}, end: Partial<RelayedEnd> = {}) {
      const { svc: text, signers } = await answerOf({ ...exchange, ...signed })
      const svc = parseSvc(text)
      const whole = { responseDigest: `sha256:${sha256Digest('')}`, svc, wireAnswer } as const
      const rest = { opened: true, isComplete: true, cameInClear: [] }
      const { verdict, secondHop, outcome } = judgeBodyExchange(
        {
          asked: { name: 'svc-chat', traits: new Map(), listed: 'then' },
          offer: { ...offer, ready },
          seen,
          end: { ...whole, ...rest, ...end },
        },
        { signers, policy: { simulatedEnclave: 'reject' }, nowSeconds },
      )
      return { state: stateOf({ receipt: svc.receipt, verdict, secondHop }), outcome }
    },
    failed(more: Partial<BodyOfferInput>) {
      const found = verifyBodyOffer({ ...offered, ...more })
      expect(found.ready).toBeNull()
      return found.checks.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))
    },
  }
}

describe.skipIf(!hasRecordings)(`what Tinfoil's enclaves showed${withoutRecordings}`, () => {
  test('a recorded enclave is verified by the way that the gateway takes', async () => {
    const { kind, enclave } = await keptOf('tinfoil-direct-2026-06-29')
    expect(kind).toBe('verified')
    expect(enclave).toMatchObject({ processor: 'tdx', signingKey: null })
    expect(enclave?.encryptionKey).toMatch(/^[0-9a-f]{64}$/)
  })

  test('one without signed statements is not', async () => {
    const { kind, enclave } = await keptOf('tinfoil-direct-2026-06-22')
    expect({ kind, enclave }).toEqual({ kind: 'incomplete', enclave: null })
  })

  test('an answer of it is the gateway’s claim to whoever judges it later, and no more', async () => {
    const kept = await keptOf('tinfoil-direct-2026-06-29')
    const { bytes, at } = kept
    const judge = laterJudge(kept, 'tinfoil-tdx-dcap/1')
    expect(await judge()).toEqual({ state: 'gateways-claim', failed: [] })
    expect(await judge({ measurement: sha256Digest('another') })).toEqual({
      state: 'failed',
      failed: ['enclave.signed'],
    })
    expect(await judge({ verifiedBy: 'tinfoil-snp-vcek/1' })).toEqual({
      state: 'failed',
      failed: ['enclave.signed'],
    })
    expect(await judge({ verifiedBy: 'near-tdx-dcap/1' })).toMatchObject({ failed: [] })
    const later = new Date(at.getTime() + 2 * 86_400_000)
    expect(await judge({ at: later })).toEqual({ state: 'not-fully-checked', failed: [] })
    const router = parseUtf8(bytes).replace(ofModel, ofRouter)
    expect((await judge({}, utf8ToBytes(router))).failed).toEqual(['evidence.format'])
    const another = parseUtf8(bytes).replace(ofModel, 'tinfoilsh/confidential-gemma5')
    expect((await judge({}, utf8ToBytes(another))).failed).toEqual(['sigstore.repository'])
  })

  test('who encrypts to it has a verified answer, and with any lie none', async () => {
    const kept = await keptOf('tinfoil-direct-2026-06-29')
    const { evidence, nowSeconds, verifiedBy, judge, failed } = encryptedTo(kept)
    expect(verifiedBy).toBe('tinfoil-tdx-dcap/1')
    expect(await judge()).toEqual({ state: 'verified', outcome: 'complete' })
    const another = sha256Digest('another')
    const lies: readonly (readonly [Partial<Signed>, Partial<RelayedEnd>])[] = [
      [{ mode: 'tee' }, {}],
      [{ measurement: another }, {}],
      [{ verifiedBy: 'tinfoil-snp-vcek/1' }, {}],
      [{ prompt: ciphertextValue(another) }, {}],
      [{ answer: ciphertextValue(another) }, {}],
      [{}, { opened: false }],
      [{}, { isComplete: false }],
    ]
    for (const [signed, end] of lies) expect((await judge(signed, end)).state).toBe('failed')
    expect((await judge({}, { wireAnswer: null })).state).toBe('not-fully-checked')
    expect(failed({ nonce: '11'.repeat(32) })).toEqual(['quote.report-data', 'nvidia.nonce'])
    expect(failed({ nowSeconds: nowSeconds + 90 * 86_400 })).toContain('quote.crl-dates')
    expect(failed({ evidence: { ...evidence, repository: ofRouter } })).toEqual(['evidence.format'])
    const foreign = 'tinfoilsh/confidential-another'
    expect(failed({ evidence: { ...evidence, repository: foreign } })).toEqual([
      'sigstore.repository',
    ])
    expect(failed({ evidence: { ...evidence, kind: 'tinfoil-router' } })).toEqual([
      'evidence.format',
    ])
  })

  test('the recorded router is verified as the router, and its older release is none without a statement', async () => {
    const { kind, enclave, failed } = await keptOf('tinfoil-router-2026-06-29', 'router')
    expect({ kind, failed }).toEqual({ kind: 'verified', failed: [] })
    expect(enclave).toMatchObject({ processor: 'sev-snp', signingKey: null })
    const older = await keptOf('tinfoil-router-2026-06-18', 'router')
    expect(older).toMatchObject({ kind: 'incomplete', failed: [], enclave: null })
  })

  test('neither stands for the other: the router is no model’s enclave, and such an enclave is no router', async () => {
    const router = await keptOf('tinfoil-router-2026-06-29', 'model')
    expect(router.failed).toEqual(['gpu.hash', 'nvidia.format'])
    const model = await keptOf('tinfoil-direct-2026-06-29', 'router')
    expect(model.kind).toBe('incomplete')
    const kept = await keptOf('tinfoil-direct-2026-06-29')
    const relabelled = parseUtf8(kept.bytes).replace('"tinfoil-direct"', '"tinfoil-router"')
    const bytes = utf8ToBytes(relabelled.replace(ofModel, ofRouter))
    const judge = laterJudge({ ...kept, bytes }, 'tinfoil-router-tdx-dcap-provider/1')
    expect(await judge()).toEqual({ state: 'failed', failed: ['sigstore.repository'] })
  })

  test('an answer of the router is at best its provider’s claim to who asked, and the gateway’s to others', async () => {
    const kept = await keptOf('tinfoil-router-2026-06-29', 'router')
    const later = laterJudge(kept, 'tinfoil-router-snp-vcek-provider/1')
    expect(await later()).toEqual({ state: 'gateways-claim', failed: [] })
    expect((await later({ measurement: sha256Digest('another') })).failed).toEqual([
      'enclave.signed',
    ])
    expect((await later({ verifiedBy: 'tinfoil-router-tdx-dcap-provider/1' })).failed).toEqual([
      'enclave.signed',
    ])
    const asModel = parseUtf8(kept.bytes).replace(ofRouter, ofModel)
    expect((await later({}, utf8ToBytes(asModel))).failed).toEqual(['evidence.format'])

    const { evidence, verifiedBy, judge, failed } = encryptedTo(kept)
    expect(verifiedBy).toBe('tinfoil-router-snp-vcek-provider/1')
    expect(await judge()).toEqual({ state: 'providers-claim', outcome: 'complete' })
    expect((await judge({ verifiedBy: 'tinfoil-snp-vcek/1' })).state).toBe('failed')
    expect(failed({ nonce: '11'.repeat(32) })).toEqual(['snp.report-data'])
    expect(failed({ evidence: { ...evidence, repository: ofModel } })).toEqual(['evidence.format'])
    expect(failed({ evidence: { ...evidence, kind: 'tinfoil-direct' } })).toEqual([
      'evidence.format',
    ])
    const asHost = { ...evidence, kind: 'tinfoil-direct', repository: ofModel }
    expect(failed({ evidence: asHost })).toEqual([
      'sigstore.repository',
      'gpu.hash',
      'nvidia.format',
    ])
  })
})
