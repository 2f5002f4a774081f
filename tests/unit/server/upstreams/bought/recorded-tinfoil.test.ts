import { describe, expect, onTestFinished, test } from 'vitest'
import type { TinfoilPart } from '#shared/attestation/kinds/tinfoil/tinfoil-identities.ts'
import {
  readRecording,
  type Recording,
} from '../../../../../server/commands/attest/read-recording.ts'
import { createAmdCertificates } from '../../../../../server/gateway/upstreams/bought/tinfoil/amd-certificates.ts'
import { createSignedReleases } from '../../../../../server/gateway/upstreams/bought/tinfoil/signed-releases.ts'
import { tinfoilProvider } from '../../../../../server/gateway/upstreams/bought/tinfoil/tinfoil-provider.ts'
import { createCachedCollateral } from '../../../../../server/gateway/upstreams/enclave/collateral/collateral-source.ts'
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
import { startRecordedMakers } from '../../../../support/providers/start-recorded-makers.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

const repositories = {
  model: 'tinfoilsh/confidential-gemma4-31b',
  router: 'tinfoilsh/confidential-model-router',
} as const

const read = (name: string) => readRecording(recordingPath(name))

/** How a recorded enclave is met by the adapter, whoever answered about its code. */
async function meeting(recording: Recording, part: TinfoilPart, signers = recording) {
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
    const met = await meeting(read('tinfoil-router-2026-06-29'), 'router')
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
    const met = await meeting({ ...older, at: newer.at }, 'router', newer)
    expect(await refusalOfRecorded(met)).toEqual(['code.measurement'])
  })
})
