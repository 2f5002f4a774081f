import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { statedPolicy } from '#shared/attestation/kinds/stated-policy.ts'
import { sha256Digest } from '#shared/digest.ts'
import { readRecording, type Recording } from '../../../../server/commands/attest/read-recording.ts'
import { establishBought } from '../../../../server/gateway/upstreams/bought/establish-bought.ts'
import { veniceProvider } from '../../../../server/gateway/upstreams/bought/venice/venice-provider.ts'
import { fetchCollateral } from '../../../../server/gateway/upstreams/enclave/collateral/fetch-collateral.ts'
import { readAddress } from '../../../../server/gateway/upstreams/enclave/enclave-client.ts'
import { EnclaveUnverified } from '../../../../server/gateway/upstreams/enclave/establish-session.ts'
import {
  hasRecordings,
  recordingPath,
  withoutRecordings,
} from '../../../support/provider-recordings.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a document is changed wherever a test likes
type Open = any

/** Venice, and Intel's service, as they answered whoever recorded them. @param change of the report */
async function replay({ responses }: Recording, change: (report: Open) => void): Promise<string> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(
      '/sgx/certification/v4/rootcacrl',
      'IntelSGXRootCA.der',
    )
    const [name = ''] = path.split('?')
    const found = responses.find(({ url }) => url.split('?')[0]?.endsWith(name))
    if (found === undefined) return response.writeHead(404).end()
    for (const header of ['tcb-info-issuer-chain', 'sgx-enclave-identity-issuer-chain']) {
      const chain = found.header(header)
      if (chain !== '') response.setHeader(header, encodeURIComponent(chain))
    }
    if (!name.endsWith('/tee/attestation')) return response.end(found.body)
    const report = JSON.parse(Buffer.from(found.body).toString()) as Open
    change(report)
    return response.end(JSON.stringify(report))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function establish(recording: Recording, change: (report: Open) => void = () => {}) {
  const origin = await replay(recording, (report: Open) => {
    // One GPU of eight: how many there are is bound by nothing.
    const { evidence_list: gpus } = JSON.parse(report.nvidia_payload)
    report.nvidia_payload = JSON.stringify({ evidence_list: gpus.slice(0, 1) })
    change(report)
  })
  const client = new Client(origin)
  onTestFinished(() => client.close())
  const line = {
    dispatcher: client,
    peer: { spki: null, isVouchedFor: true },
    isOpen: () => true,
    release() {},
    end() {},
  }
  return establishBought(line, {
    provider: veniceProvider({
      verifiedBy: 'venice-near-tdx-dcap/1',
      model: 'e2ee-qwen3-5-122b-a10b',
      collateral: { collateralFor: (platform) => fetchCollateral(origin, platform) },
    }),
    address: readAddress(`${origin}/api/v1`),
    credential: {},
    policy: statedPolicy(null),
    roots: null,
    opinionFrom: null,
    evidence: { keep: async (text) => sha256Digest(text) },
    drawNonce: () => recording.nonce,
    nowSeconds: () => recording.at,
    longestUseSeconds: 600,
  })
}

describe.skipIf(!hasRecordings)(`Venice as it was recorded${withoutRecordings}`, () => {
  test.each(['venice-2026-04-24', 'venice-2026-06-10'])('%s is verified as it is', async (name) => {
    const recording = readRecording(recordingPath(name))
    const { enclave } = await establish(recording)
    expect(enclave.tlsKey).toBeNull()
    expect(enclave.signingKey).toMatch(/^0x[0-9a-f]{40}$/)
    expect(enclave.encryptionKey).toMatch(/^04[0-9a-f]{128}$/)
  })

  const other = `04${'ef'.repeat(64)}`
  test.each<[string, (report: Open) => void, readonly string[]]>([
    [
      'nonce of the server',
      (report) => {
        report.nonce_source = 'server'
      },
      ['nonce.source'],
    ],
    [
      'key that was not attested',
      (report) => {
        report.signing_public_key = other
      },
      ['keys.address'],
    ],
    [
      'address that was not attested',
      (report) => {
        report.signing_address = `0x${'ef'.repeat(20)}`
      },
      ['keys.address', 'quote.report-data'],
    ],
    [
      'key left out',
      (report) => {
        delete report.signing_public_key
      },
      ['keys.address'],
    ],
    [
      'quote of another processor',
      (report) => {
        report.intel_quote = report.compose_manager_attestation.quote
      },
      ['quote.report-data'],
    ],
    [
      'GPUs left out',
      (report) => {
        report.nvidia_payload = JSON.stringify({ evidence_list: [] })
      },
      ['nvidia.format'],
    ],
    [
      'boot that was not measured',
      (report) => {
        report.event_log.pop()
      },
      ['measurement.boot-events', 'measurement.rtmr3'],
    ],
  ])('with a %s, it is refused by name', async (_name, change, expected) => {
    const recording = readRecording(recordingPath('venice-2026-06-10'))
    const error: unknown = await establish(recording, change).catch((reason: unknown) => reason)
    const named = error instanceof EnclaveUnverified ? error.checks.map(({ id }) => id) : []
    expect([...new Set(named)].toSorted()).toEqual(expected)
  })

  test('for another nonce, it is refused by quote and GPU', async () => {
    const recording = readRecording(recordingPath('venice-2026-06-10'))
    const stale = { ...recording, nonce: 'ab'.repeat(32) }
    const error: unknown = await establish(stale).catch((reason: unknown) => reason)
    const named = error instanceof EnclaveUnverified ? error.checks.map(({ id }) => id) : []
    expect(new Set(named)).toEqual(new Set(['quote.report-data', 'nvidia.nonce']))
  })
})
