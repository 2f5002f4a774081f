import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { afterAll, describe, expect, test } from 'vitest'
import { judgeEvidence } from '#shared/attestation/kinds/judge-evidence.ts'
import { tinfoilDirect } from '#shared/attestation/kinds/tinfoil/tinfoil-direct.ts'
import { tinfoilRouter } from '#shared/attestation/kinds/tinfoil/tinfoil-router.ts'
import { statedPolicy } from '#shared/attestation/kinds/stated-policy.ts'
import { parseUtf8, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { parseProviderEvidence } from '#shared/document/parse-provider-evidence.ts'
import { shownEvidence } from '#shared/judge/provider/shown-evidence.ts'
import {
  startTinfoil,
  type SimulatedTinfoil,
  type TinfoilOptions,
} from '../../../../../../server/demo/providers/tinfoil/start-tinfoil.ts'
import { createAmdCertificates } from '../../../../../../server/gateway/upstreams/bought/tinfoil/amd-certificates.ts'
import { gatherEvidence } from '../../../../../../server/gateway/upstreams/bought/tinfoil/gather-evidence.ts'
import { createSignedReleases } from '../../../../../../server/gateway/upstreams/bought/tinfoil/signed-releases.ts'
import { createCachedCollateral } from '../../../../../../server/gateway/upstreams/enclave/collateral/collateral-source.ts'
import { openConnection } from '../../../../../../server/gateway/upstreams/enclave/connection/open-connection.ts'
import { tinfoilLies } from '../../../../../support/providers/provider-lies.ts'

const folder = mkdtempSync(join(tmpdir(), 'tinfoil-'))
const nowSeconds = () => Math.floor(Date.now() / 1000)

afterAll(() => rmSync(folder, { recursive: true }))

/** What is found of a simulated enclave by the way that the gateway takes. */
async function judged(options: TinfoilOptions) {
  const simulated = await startTinfoil(options)
  const meant = options.part === 'router' ? tinfoilRouter : tinfoilDirect
  try {
    const nonce = randomBytes(32).toString('hex')
    const { origin } = new URL(simulated.baseUrl)
    const { socket, peer } = await openConnection({
      origin,
      timeoutMs: 10_000,
      authorities: [],
      through: null,
    })
    socket.destroy()
    const document = await documentOf(simulated, nonce)
    const { makersUrl: service, repository } = simulated
    const gathered = await gatherEvidence(document, nonce, {
      repository,
      intel: createCachedCollateral({ service, folder, nowSeconds }),
      amd: createAmdCertificates({ service, folder, nowSeconds }),
      releases: createSignedReleases({ service, nowSeconds }),
    })
    const kept = utf8ToBytes(
      JSON.stringify({
        type: 'countersign-provider-evidence/1',
        kind: meant.name,
        nonce,
        fetchedAt: new Date().toISOString(),
        document: parseUtf8(document),
        peer: peer.spki,
        ...gathered,
      }),
    )
    const evidence = shownEvidence(parseProviderEvidence(kept), nowSeconds())
    const policy = statedPolicy(repository, simulated.roots)
    const { kind, checks, missing } = judgeEvidence(meant, evidence, policy)
    const failed = checks
      .filter(({ by, status }) => by === 'us' && status === 'fail')
      .map(({ id, subject }) => (subject === '' ? id : `${id} (${subject})`))
    return { kind, failed: failed.toSorted(), missing }
  } finally {
    await simulated.close()
  }
}

/** Over a connection that believes any certificate: which key ends it is judged, and not by an authority. */
async function documentOf({ baseUrl }: SimulatedTinfoil, nonce: string): Promise<Uint8Array> {
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  const url = new URL(`/.well-known/tinfoil-attestation?nonce=${nonce}`, baseUrl)
  const { body } = await request(url, { dispatcher })
  const bytes = new Uint8Array(await body.arrayBuffer())
  await dispatcher.close()
  return bytes
}

describe('a simulated enclave of Tinfoil', () => {
  test.each<TinfoilOptions>([
    { platform: 'tdx', form: 'flat' },
    { platform: 'sev-snp', form: 'flat' },
    { platform: 'sev-snp', form: 'sections' },
    { platform: 'tdx', part: 'router' },
    { platform: 'sev-snp', part: 'router' },
    { platform: 'sev-snp', part: 'router', form: 'sections' },
  ])('verifies on its own roots: %o', async (options) => {
    expect(await judged(options)).toEqual({ kind: 'verified', failed: [], missing: [] })
  })

  test.each(tinfoilLies)(
    'with $by, $lie is refused by $fails alone',
    async ({ lie, by, fails }) => {
      expect(await judged({ fault: lie, ...by })).toMatchObject({ kind: 'rejected', failed: fails })
    },
  )

  test('whose document carries what was signed about it is believed without a question to anybody', async () => {
    const simulated = await startTinfoil({ platform: 'sev-snp', form: 'sections' })
    const nonce = randomBytes(32).toString('hex')
    const document = await documentOf(simulated, nonce)
    await simulated.close()
    const { repository } = simulated
    const nobody = { repository } as Parameters<typeof gatherEvidence>[2]
    expect(await gatherEvidence(document, nonce, nobody)).toEqual({ collateral: [], repository })
  })

  test.each(['flat', 'sections'] as const)(
    'a release that nobody signed is no verified one (%s)',
    async (form) => {
      const found = await judged({ fault: 'no-release', platform: 'sev-snp', form })
      expect(found).toMatchObject({ kind: 'incomplete', failed: [] })
      expect(found.missing).toContain('sigstore.signature')
    },
  )
})
