import { describe, expect, test, onTestFinished } from 'vitest'
import { type MachinePin } from '#shared/attestation/kinds/machine-pins.ts'
import { judgeRecording } from '../../../../../server/commands/attest/judge-recording.ts'
import {
  readRecording,
  type Recording,
} from '../../../../../server/commands/attest/read-recording.ts'
import { chutesProvider } from '../../../../../server/gateway/upstreams/bought/chutes/chutes-provider.ts'
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
import { type TinfoilPart } from '#shared/attestation/kinds/tinfoil/tinfoil-identities.ts'
import { createAmdCertificates } from '../../../../../server/gateway/upstreams/bought/tinfoil/amd-certificates.ts'
import { createSignedReleases } from '../../../../../server/gateway/upstreams/bought/tinfoil/signed-releases.ts'
import { tinfoilProvider } from '../../../../../server/gateway/upstreams/bought/tinfoil/tinfoil-provider.ts'
import { createCachedCollateral } from '../../../../../server/gateway/upstreams/enclave/collateral/collateral-source.ts'
import { startRecordedMakers } from '../../../../support/providers/start-recorded-makers.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { veniceProvider } from '../../../../../server/gateway/upstreams/bought/venice/venice-provider.ts'

// Recorded evidence of the providers beside NEAR AI, as it is believed.

/** Every machine of a recording that measured its running system, as somebody would have pinned it. */
function pinsOf(recording: Recording): readonly MachinePin[] {
  return judgeRecording(recording, null)
    .running.filter(({ registers }) => /[^0]/.test(registers.rtmr3 ?? ''))
    .map(({ registers }) => ({ at: '2026-06-29', source: 'the recording itself', ...registers }))
}

/** A recorded chute, and who reads it by the adapter as it is. */
async function meetChutes(recording: Recording, pins: readonly MachinePin[]) {
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
      const { session, kept } = await establishRecorded(
        await meetChutes(recording, pinsOf(recording)),
      )
      expect(session.enclave.encryptionKey).toMatch(/^[0-9a-f]{2368}$/)
      expect(session.enclave.tlsKey).toBe(null)
      expect(kept.match(/instance_id/g)).toHaveLength(2)
      expect(kept).not.toContain('nonces')
    },
  )
})

const repositories = {
  model: 'tinfoilsh/confidential-gemma4-31b',
  router: 'tinfoilsh/confidential-model-router',
} as const

const read = (name: string) => readRecording(recordingPath(name))

/** How a recorded enclave is met by the adapter, whoever answered about its code. */
async function meetTinfoil(recording: Recording, part: TinfoilPart, signers = recording) {
  const [own, others] = await Promise.all([
    startRecordedMakers(recording),
    startRecordedMakers(signers),
  ])
  onTestFinished(async () => {
    await Promise.all([own.close(), others.close()])
  })
  const nowSeconds = () => recording.at
  const folder = temporaryFolder()
  const provider = tinfoilProvider([part, 'hardware'], {
    repository: repositories[part],
    intel: createCachedCollateral({ service: own.url, folder, nowSeconds }),
    amd: createAmdCertificates({ service: own.url, folder, nowSeconds }),
    releases: createSignedReleases({ service: others.url, nowSeconds }),
  })
  const peer = peerOfRecorded(recording)
  return { origin: own.url, recording, peer, provider, repository: repositories[part] }
}

describe.skipIf(!hasRecordings)(`Tinfoil's real router${withoutRecordings}`, () => {
  test('is verified by the adapter as it is, and named as what it is', async () => {
    const met = await meetTinfoil(read('tinfoil-router-2026-06-29'), 'router')
    const { session, kept } = await establishRecorded(met)
    const { provider } = met
    expect(provider.verifiedBy(session.enclave)).toBe('tinfoil-router-snp-vcek-provider/1')
    expect(provider.handsOn).toBe(true)
    expect(session.enclave.tlsKey).toBe(met.peer)
    expect(JSON.parse(kept)).toMatchObject({
      kind: 'tinfoil-router',
      repository: repositories.router,
    })
  })

  test('is refused where it runs an older release than the one that was signed last', async () => {
    const older = read('tinfoil-router-2026-06-18')
    const newer = read('tinfoil-router-2026-06-29')
    const met = await meetTinfoil({ ...older, at: newer.at }, 'router', newer)
    expect(await refusalOfRecorded(met)).toEqual(['code.measurement'])
  })
})

/** How recorded answers of Venice are met. */
async function meetVenice(recording: Recording) {
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
    const { enclave } = (await establishRecorded(await meetVenice(recording))).session
    expect(enclave.tlsKey).toBeNull()
    expect(enclave.signingKey).toMatch(/^0x[0-9a-f]{40}$/)
    expect(enclave.encryptionKey).toMatch(/^04[0-9a-f]{128}$/)
  })
})
