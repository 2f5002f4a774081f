import { describe, expect, test } from 'vitest'
import {
  readRecording,
  type Recording,
} from '../../../../../server/commands/attest/read-recording.ts'
import { veniceProvider } from '../../../../../server/gateway/upstreams/bought/venice/venice-provider.ts'
import { fetchCollateral } from '../../../../../server/gateway/upstreams/enclave/collateral/fetch-collateral.ts'
import {
  establishRecorded,
  refusalOfRecorded,
} from '../../../../support/providers/establish-recorded.ts'
import {
  hasRecordings,
  recordingPath,
  withoutRecordings,
} from '../../../../support/providers/provider-recordings.ts'
import { replayRecording } from '../../../../support/providers/replay-recording.ts'

/** How recorded answers of Venice are met. @param change of its report */
async function meeting(
  recording: Recording,
  change: (report: Record<string, unknown>) => object = (report) => report,
) {
  const responses = recording.responses.map((response) => {
    if (!response.url.includes('/tee/attestation')) return response
    const report = JSON.parse(Buffer.from(response.body).toString()) as Record<string, unknown>
    return { ...response, body: Buffer.from(JSON.stringify(change(report))) }
  })
  const origin = await replayRecording({ ...recording, responses })
  const provider = veniceProvider({
    verifiedBy: 'venice-near-tdx-dcap/1',
    model: 'e2ee-qwen3-5-122b-a10b',
    collateral: { collateralFor: (platform) => fetchCollateral(origin, platform) },
  })
  return { origin, recording, peer: null, provider, repository: null }
}

describe.skipIf(!hasRecordings)(`Venice as it was recorded${withoutRecordings}`, () => {
  test.each(['venice-2026-04-24', 'venice-2026-06-10'])('%s is verified as it is', async (name) => {
    const recording = readRecording(recordingPath(name))
    const { enclave } = (await establishRecorded(await meeting(recording))).session
    expect(enclave.tlsKey).toBeNull()
    expect(enclave.signingKey).toMatch(/^0x[0-9a-f]{40}$/)
    expect(enclave.encryptionKey).toMatch(/^04[0-9a-f]{128}$/)
  })

  test('is refused for another nonce, with the nonce of its server, and without its key', async () => {
    const recording = readRecording(recordingPath('venice-2026-06-10'))
    const stale = { ...recording, nonce: 'ab'.repeat(32) }
    expect(new Set(await refusalOfRecorded(await meeting(stale)))).toEqual(
      new Set(['quote.report-data', 'nvidia.nonce']),
    )
    const ofServer = await meeting(recording, (report) => ({ ...report, nonce_source: 'server' }))
    expect(await refusalOfRecorded(ofServer)).toEqual(['nonce.source'])
    const keyless = await meeting(recording, (report) => ({
      ...report,
      signing_public_key: undefined,
    }))
    expect(await refusalOfRecorded(keyless)).toEqual(['keys.address'])
  })
})
