import { describe, expect, test } from 'vitest'
import {
  readRecording,
  type Recording,
} from '../../../../../server/commands/attest/read-recording.ts'
import { veniceProvider } from '../../../../../server/gateway/upstreams/bought/venice/venice-provider.ts'
import { fetchCollateral } from '../../../../../server/gateway/upstreams/enclave/collateral/fetch-collateral.ts'
import { establishRecorded } from '../../../../support/providers/establish-recorded.ts'
import {
  hasRecordings,
  recordingPath,
  withoutRecordings,
} from '../../../../support/providers/provider-recordings.ts'
import { replayRecording } from '../../../../support/providers/replay-recording.ts'

/** How recorded answers of Venice are met. */
async function meeting(recording: Recording) {
  const origin = await replayRecording(recording)
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
})
