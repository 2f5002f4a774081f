import { describe, expect, test } from 'vitest'
import type { MachinePin } from '#shared/attestation/kinds/machine-pins.ts'
import { judgeRecording } from '../../../../../server/commands/attest/judge-recording.ts'
import {
  readRecording,
  type Recording,
} from '../../../../../server/commands/attest/read-recording.ts'
import { chutesProvider } from '../../../../../server/gateway/upstreams/bought/chutes/chutes-provider.ts'
import { fetchCollateral } from '../../../../../server/gateway/upstreams/enclave/collateral/fetch-collateral.ts'
import { establishRecorded } from '../../../../support/providers/establish-recorded.ts'
import {
  hasRecordings,
  recordingPath,
  withoutRecordings,
} from '../../../../support/providers/provider-recordings.ts'
import { replayRecording } from '../../../../support/providers/replay-recording.ts'

/** Every machine of a recording that measured its running system, as somebody would have pinned it. */
function pinsOf(recording: Recording): readonly MachinePin[] {
  return judgeRecording(recording, null)
    .running.filter(({ registers }) => /[^0]/.test(registers.rtmr3 ?? ''))
    .map(({ registers }) => ({ at: '2026-06-29', source: 'the recording itself', ...registers }))
}

/** A recorded chute, and who reads it by the adapter as it is. */
async function meet(recording: Recording, pins: readonly MachinePin[]) {
  const origin = await replayRecording(recording)
  const [, chuteId = ''] =
    recording.responses
      .map(({ url }) => /\/chutes\/([^/]+)\/evidence/.exec(url))
      .find((found) => found !== null) ?? []
  const provider = chutesProvider({
    verifiedBy: 'chutes-tdx-dcap/1',
    chuteId,
    pins,
    collateral: { collateralFor: (platform) => fetchCollateral(origin, platform) },
    monotonicMs: () => 0,
  })
  return { origin, recording, peer: null, provider, repository: null, pins }
}

describe.skipIf(!hasRecordings)(`real instances of Chutes${withoutRecordings}`, () => {
  test.each(['chutes-2026-06-29', 'chutes-2026-05-20'])(
    'one that is pinned is verified, and kept alone: %s',
    async (name) => {
      const recording = readRecording(recordingPath(name))
      const { session, kept } = await establishRecorded(await meet(recording, pinsOf(recording)))
      expect(session.enclave.encryptionKey).toMatch(/^[0-9a-f]{2368}$/)
      expect(session.enclave.tlsKey).toBe(null)
      expect(kept.match(/instance_id/g)).toHaveLength(2)
      expect(kept).not.toContain('nonces')
    },
  )
})
