import { describe, expect, test } from 'vitest'
import { pass } from '#shared/checks.ts'
import { sha256Digest, type Digest } from '#shared/digest.ts'
import { parseProviderEvidence } from '#shared/document/parse-provider-evidence.ts'
import { judgeProviderChain } from '#shared/judge/provider/judge-provider-chain.ts'
import { verifyBodyOffer } from '#shared/judge/provider/verify-body-offer.ts'
import { stateOf } from '#shared/judge/state/state-of.ts'
import type { Verification } from '#shared/modes.ts'
import { parseSvc } from '#shared/svc/parse-svc.ts'
import { requiredAnswerChecks } from '#shared/svc/verify-answer.ts'
import { decideVerdict } from '#shared/verdict.ts'
import {
  readRecording,
  type Recording,
} from '../../../../../server/commands/attest/read-recording.ts'
import { nearProvider } from '../../../../../server/gateway/upstreams/bought/near/near-provider.ts'
import { fetchCollateral } from '../../../../../server/gateway/upstreams/enclave/collateral/fetch-collateral.ts'
import {
  establishRecorded,
  peerOfRecorded,
  refusalOfRecorded,
} from '../../../../support/providers/establish-recorded.ts'
import {
  hasRecordings,
  recordingPath,
  withoutRecordings,
} from '../../../../support/providers/provider-recordings.ts'
import { replayRecording } from '../../../../support/providers/replay-recording.ts'
import { signAnswer } from '../../../../support/receipts/sign-answer.ts'

/** How the recorded host is met. */
async function meeting(recording: Recording, peer: string | null) {
  const origin = await replayRecording(recording)
  const provider = nearProvider('near-tdx-dcap/1', {
    collateralFor: (platform) => fetchCollateral(origin, platform),
  })
  return { origin, recording, peer, provider, repository: null }
}

describe.skipIf(!hasRecordings)(`a real host of NEAR AI’s${withoutRecordings}`, () => {
  const read = () => readRecording(recordingPath('near-direct-2026-06-29'))
  const establish = async (recording: Recording) =>
    establishRecorded(await meeting(recording, peerOfRecorded(recording)))

  test('is verified by the adapter as it is, over the connection that it names', async () => {
    const recording = read()
    const { session } = await establish(recording)
    expect(session.enclave.measurement).toMatch(/^66007399f064f058/)
    expect(session.enclave.signingKey).toMatch(/^d0aa20bcf567cc0c/)
    expect(session.enclave.tlsKey).toBe(peerOfRecorded(recording))
    expect(session.expiresAt).toBe(recording.at + 600)
  })

  test('is not to be had from the gateway before it, which shows the host’s own report', async () => {
    const recording = readRecording(recordingPath('near-cloud-2026-06-29'))
    const refusalOf = async (other: Recording) =>
      refusalOfRecorded(await meeting(other, peerOfRecorded(recording)))
    expect(await refusalOf(recording)).toEqual(['document.format'])
    const responses = recording.responses.map((response) => {
      if (!response.url.includes('/attestation/report')) return response
      const { model_attestations: hosts } = JSON.parse(Buffer.from(response.body).toString()) as {
        readonly model_attestations: readonly object[]
      }
      return { ...response, body: Buffer.from(JSON.stringify(hosts[0])) }
    })
    expect(await refusalOf({ ...recording, responses })).toEqual(['channel.peer'])
  })

  /** The host's evidence, judged for an answer that the gateway signed for this enclave, and the host did not sign. */
  async function judgeKept(
    signed: { readonly measurement?: Digest; readonly verifiedBy?: Verification } = {},
    shown: object = {},
    { mode = 'tee', answer = '{}' }: { mode?: 'tee' | 'e2ee'; answer?: string } = {},
  ) {
    const recording = read()
    const { session, kept } = await establish(recording)
    const { svc } = await signAnswer({ mode, messages: [], message: {} })
    const parsed = parseSvc(svc)
    const { body } = parsed.receipt
    const enclave = {
      providerId: 'near',
      measurement: session.enclave.measurement,
      verifiedBy: 'near-tdx-dcap/1',
      ...signed,
    } as const
    const issuedAt = new Date(recording.at * 1000).toISOString()
    const receipt = { ...parsed.receipt, body: { ...body, issuedAt, enclave } }
    const bytes = new TextEncoder().encode('{}')
    const signature = {
      text: `m:${'ab'.repeat(32)}:${sha256Digest(bytes)}`,
      signature: 'ab'.repeat(64),
      signing_address: session.enclave.signingKey,
      signing_algo: 'ed25519',
    }
    const evidence = parseProviderEvidence(
      new TextEncoder().encode(JSON.stringify({ ...(JSON.parse(kept) as object), ...shown })),
    )
    const judged = judgeProviderChain({
      svc: { ...parsed, receipt, enclave_receipt: signature },
      bytes: new TextEncoder().encode(answer),
      form: 'answer',
      evidence,
    })
    const failed = judged.checks.filter(({ status }) => status === 'fail').map(({ id }) => id)
    return { judged, receipt, failed, evidence, recording }
  }

  test('is no enclave of an answer that was signed for other software, or for another provider', async () => {
    const { failed } = await judgeKept({ measurement: sha256Digest('other software') })
    expect(failed).toContain('enclave.signed')
    const other = await judgeKept({ verifiedBy: 'venice-near-tdx-dcap/1' })
    expect(other.failed).toEqual([])
    expect(other.judged.checks).toMatchObject([{ id: 'evidence.format', status: 'skip' }])
    expect(other.judged.required).toContain('enclave.signed')
  })

  test('is no enclave of an answer of other bytes than it signed for, in clear or encrypted', async () => {
    const { failed } = await judgeKept({}, {}, { answer: '{"a":1}' })
    expect(failed).toContain('enclave-receipt.response')
    const encrypted = await judgeKept({}, {}, { mode: 'e2ee' })
    expect(encrypted.failed).toContain('enclave-receipt.request')
    expect(encrypted.failed).toContain('enclave-receipt.response')
  })

  test('is judged by the makers’ roots, whichever roots come with what was kept', async () => {
    const roots = { intel: 'ab'.repeat(32), nvidia: 'cd'.repeat(32) }
    const { failed, evidence, recording } = await judgeKept({}, { simulation_roots: roots })
    expect(failed).toEqual(['enclave-receipt.signature'])
    const { nonce, at: nowSeconds } = recording
    const asked = { scheme: 'near-2', evidence, nonce, nowSeconds, simulation: 'refuse' } as const
    expect(verifyBodyOffer(asked).ready?.verifiedBy).toBe('near-tdx-dcap/1')
    expect(verifyBodyOffer({ ...asked, simulation: 'accept' }).ready).toBeNull()
  })

  test('holds for a reader of what was kept, and an answer that it did not sign fails', async () => {
    const { judged, receipt, failed } = await judgeKept()
    expect(failed).toEqual(['enclave-receipt.signature'])

    // Had the host signed it, this is all that anybody could say of it.
    const others = judged.checks.filter(({ id }) => id !== 'enclave-receipt.signature')
    const all = [
      ...requiredAnswerChecks.map((id) => pass(id)),
      ...others,
      pass('enclave-receipt.signature'),
    ]
    const verdict = decideVerdict(all, [...requiredAnswerChecks, ...judged.required])
    expect(verdict.kind).toBe('verified')
    expect(stateOf({ receipt, verdict, secondHop: judged.secondHop })).toBe('providers-claim')
  })
})
