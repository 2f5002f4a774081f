import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { parseX509Pem } from '#shared/attestation/certificates/parse-x509.ts'
import { knownAmdChains } from '#shared/attestation/sev-snp/known-amd-chains.ts'
import type { SnpReport } from '#shared/attestation/sev-snp/parse-snp-report.ts'
import { createAmdCertificates } from '../../../../../../server/gateway/upstreams/bought/tinfoil/amd-certificates.ts'
import { listenHere } from '../../../../../support/listen-here.ts'
import { temporaryFolder } from '../../../../../support/temporary-folder.ts'
import { untilEnd } from '../../../../../support/until-end.ts'

const chain = knownAmdChains.Genoa
const der = parseX509Pem(chain)[0]?.der ?? new Uint8Array()

/** All that says which certificate is wanted. */
const reportOf = (chip: number, microcode: number) =>
  ({
    processor: { family: 0x19, model: 0x11, stepping: 1 },
    chipId: new Uint8Array(64).fill(chip),
    tcb: { reported: Uint8Array.of(7, 0, 0, 0, 0, 0, 14, microcode) },
  }) as unknown as SnpReport

/** AMD's service, which counts what it is asked, and refuses where it is told to. */
async function startAmd() {
  const paths: string[] = []
  const state = { refuses: false, vcek: der }
  const server = createServer(({ url = '' }, response) => {
    paths.push(url)
    if (state.refuses) return response.writeHead(429).end()
    return response.end(
      url.endsWith('/cert_chain') ? chain : url.endsWith('/crl') ? 'list' : state.vcek,
    )
  })
  const { origin } = await untilEnd(listenHere(server))
  return { paths, state, url: origin }
}

async function setUp() {
  const amd = await startAmd()
  const clock = { now: 1_800_000_000 }
  const options = { service: amd.url, folder: temporaryFolder(), nowSeconds: () => clock.now }
  return { ...amd, clock, options, certificates: createAmdCertificates(options) }
}

test('AMD is asked once for each chip at its versions, and once a day for what it withdrew', async () => {
  const { certificates, paths, clock, options } = await setUp()
  for (const [chip, microcode] of [
    [1, 72],
    [1, 72],
    [2, 72],
    [1, 73],
    [2, 72],
  ] as const) {
    await certificates.endorsementOf(reportOf(chip, microcode))
  }
  const chips = paths.filter((path) => path.includes('ucodeSPL'))
  expect(new Set(chips).size).toBe(3)
  expect(chips).toHaveLength(3)
  expect(paths).toHaveLength(5)
  // What is kept outlives a restart; the list does not.
  const restarted = createAmdCertificates(options)
  const again = await restarted.endorsementOf(reportOf(1, 72))
  expect(again).toEqual({ vcek: der, chain, crl: new Uint8Array(Buffer.from('list')) })
  expect(paths.slice(5)).toEqual(['/vcek/v1/Genoa/crl'])
  clock.now += 24 * 3600
  await restarted.endorsementOf(reportOf(1, 72))
  expect(paths.slice(6)).toEqual(['/vcek/v1/Genoa/crl'])
})

test('what AMD refuses is not asked for again within a minute', async () => {
  const { certificates, paths, clock, state } = await setUp()
  state.refuses = true
  for (let count = 0; count < 3; count += 1) {
    await expect(certificates.endorsementOf(reportOf(1, 72))).rejects.toThrow('429')
  }
  expect(paths).toHaveLength(1)
  clock.now += 60
  state.refuses = false
  await certificates.endorsementOf(reportOf(1, 72))
  expect(paths).toHaveLength(4)
})

test('a list that was had stays until another one is', async () => {
  const { certificates, clock, state } = await setUp()
  const { crl } = await certificates.endorsementOf(reportOf(1, 72))
  clock.now += 24 * 3600
  state.refuses = true
  expect((await certificates.endorsementOf(reportOf(1, 72))).crl).toEqual(crl)
})

test('what is no certificate is not kept', async () => {
  const { certificates, clock, state } = await setUp()
  state.vcek = new TextEncoder().encode('come back later')
  await expect(certificates.endorsementOf(reportOf(1, 72))).rejects.toThrow()
  state.vcek = der
  clock.now += 60
  expect((await certificates.endorsementOf(reportOf(1, 72))).vcek).toEqual(der)
})
