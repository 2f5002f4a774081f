import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hardwarePolicy } from '#shared/aci/appraise-report.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { createEnclaveUpstream } from '../../../../../server/gateway/upstreams/enclave/enclave-upstream.ts'
import { anyReferenceValues } from '../../../../support/gateway/gateway-config.ts'
import { listenHere } from '../../../../support/listen-here.ts'
import { patient } from '../../../../support/patient.ts'
import { untilEnd } from '../../../../support/until-end.ts'

/** An enclave that takes every request for a quote, and never answers one. */
async function startSilentEnclave() {
  const asked: string[] = []
  const server = createServer((request) => {
    asked.push(new URL(request.url ?? '', 'http://enclave').searchParams.get('nonce') ?? '')
  })
  const { origin } = await untilEnd(listenHere(server))
  return { asked, baseUrl: `${origin}/v1` }
}

test('callers who ask for quotes without end never keep the gateway from verifying the enclave again', async () => {
  const { asked, baseUrl } = await startSilentEnclave()
  const upstream = createEnclaveUpstream({
    id: 'enclave',
    baseUrl,
    key: null,
    policy: hardwarePolicy(parseReferenceValues(anyReferenceValues)),
    collateral: { collateralFor: () => Promise.reject(new Error('none')) },
    authorities: [],
    simulationRoot: null,
    timeouts: { connectMs: 1_000, firstByteMs: 1_000, idleMs: 1_000, bodyMs: 1_000 },
    answerBytes: 1_000_000,
    inTurn: (_bytes, work) => work(),
    sessionSeconds: 600,
    report: () => {},
    nowSeconds: () => Date.now() / 1000,
    monotonicMs: () => performance.now(),
  })
  onTestFinished(() => upstream.close())
  const nonces = Array.from({ length: 90 }, (_, index) => index.toString(16).padStart(64, '0'))
  const outcomes = nonces.map((nonce) =>
    upstream.enclave?.door?.report(nonce, null).catch((error: Error) => error.name),
  )
  await vi.waitFor(() => expect(asked).toHaveLength(4), patient)
  expect(await outcomes.at(-1)).toBe('TurnedAway')

  void upstream.enclave?.warmUp()
  await vi.waitFor(() => expect(asked).toHaveLength(5), patient)
  expect(nonces).not.toContain(asked.at(-1))
  // Nobody said that it is unverified, so no weaker route is taken for it.
  expect(upstream.availability()).toEqual({ available: true })
})
