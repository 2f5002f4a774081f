import { createServer } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { simulationPolicy } from '#shared/aci/appraise-report.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { makeSimulationPki } from '../../../../../server/demo/enclave/hardware/simulation-pki.ts'
import { makeTlsIdentity } from '../../../../../server/demo/enclave/hardware/tls-identity.ts'
import { createLines } from '../../../../../server/gateway/upstreams/enclave/connection/lines.ts'
import { readAddress } from '../../../../../server/gateway/upstreams/enclave/enclave-client.ts'
import { createEnclaveUpstream } from '../../../../../server/gateway/upstreams/enclave/enclave-upstream.ts'
import { establishSession } from '../../../../../server/gateway/upstreams/enclave/establish-session.ts'
import { listenHere } from '../../../../support/listen-here.ts'
import { makeCase, type EvidenceCase } from '../../../../support/enclave/make-evidence.ts'
import { untilEnd } from '../../../../support/until-end.ts'

const at = Math.floor(Date.now() / 1000)
const now = new Date(at * 1000)
const timeouts = { connectMs: 5_000, firstByteMs: 5_000, idleMs: 5_000, bodyMs: 5_000 }
const tls = await makeTlsIdentity(now)
const usualPki = await makeSimulationPki(now)

interface Shown {
  /** Seconds from now until what a processor's maker signed ends. */
  readonly listsEnd?: number
  readonly keysetEnds?: number
  readonly tlsKeys?: readonly string[]
}

/** A machine that shows this of itself, under a certificate for which no authority vouches. */
async function startMachine({ listsEnd, keysetEnds = 9_000, tlsKeys = [tls.spki] }: Shown) {
  const pki =
    listsEnd === undefined
      ? usualPki
      : await makeSimulationPki(now, { crlNextUpdate: new Date((at + listsEnd) * 1000) })
  const evidence: EvidenceCase = {
    plan: {
      boundKeyset: (keyset) => ({
        ...keyset,
        not_after: at + keysetEnds,
        tls_public_keys: tlsKeys.map((spki_sha256) => ({ spki_sha256 })),
      }),
    },
  }
  const keysSeen: (string | undefined)[] = []
  const server = createServer(
    { key: tls.keyPem, cert: tls.certificatePem },
    (request, response) => {
      keysSeen.push(request.headers.authorization)
      const nonce = new URL(request.url ?? '', 'https://machine').searchParams.get('nonce') ?? ''
      void makeCase(evidence, { pki, nonce, now }).then(({ report }) =>
        response.end(JSON.stringify(report)),
      )
    },
  )
  const { port } = await untilEnd(listenHere(server))
  const { collateral, reference, root } = await makeCase(evidence, { pki, now })
  const baseUrl = `https://127.0.0.1:${port}/v1`
  const known = {
    policy: simulationPolicy(parseReferenceValues(reference), root),
    collateral: { collateralFor: () => Promise.resolve(collateral) },
    nowSeconds: () => at,
  }
  return { baseUrl, keysSeen, known }
}

async function sessionWith(shown: Shown) {
  const { baseUrl, known } = await startMachine(shown)
  const { origin } = new URL(baseUrl)
  const lines = createLines({ origin, timeouts, authorities: [], through: null })
  onTestFinished(() => lines.close())
  return establishSession(await lines.open(), {
    ...known,
    address: readAddress(baseUrl),
    timeoutMs: 5_000,
    longestUseSeconds: 600,
    channel: 'any',
  })
}

test.each<[string, Shown, number]>([
  ['its longest use', {}, 600],
  ['the enclave’s keys', { keysetEnds: 300 }, 300],
  ['what the processor’s maker signed', { listsEnd: 200 }, 200],
])('a session ends with %s, where that ends first', async (_what, shown, seconds) => {
  const { channel, expiresAt } = await sessionWith(shown)
  expect({ channel, seconds: expiresAt - at }).toEqual({ channel: 'tls', seconds })
})

test('where only encryption leads to an enclave, a stranger’s connection carries no key and no request', async () => {
  const { baseUrl, keysSeen, known } = await startMachine({ tlsKeys: [] })
  const upstream = createEnclaveUpstream({
    ...known,
    id: 'enclave',
    baseUrl,
    key: 'operators-key',
    authorities: [],
    simulationRoot: null,
    timeouts,
    answerBytes: 1_000_000,
    inTurn: (_bytes, work) => Promise.resolve(work()),
    sessionSeconds: 600,
    report: () => {},
    monotonicMs: () => 0,
  })
  onTestFinished(() => upstream.close())
  const body = Buffer.from('{"model":"m","messages":[{"role":"user","content":"canary"}]}')
  const request = { dialect: 'chat', body, delivery: 'buffered' } as const
  const { signal } = new AbortController()
  await expect(upstream.send(request, signal)).rejects.toMatchObject({
    failure: { kind: 'unverified', when: 'before', checks: [{ id: 'channel.tls' }] },
  })
  expect(upstream.availability()).toEqual({ available: true })
  expect(keysSeen.filter((key) => key !== undefined)).toEqual([])
})
