import { expect, test } from 'vitest'
import { judgeEvidence } from '#shared/attestation/kinds/judge-evidence.ts'
import { statedPolicy } from '#shared/attestation/kinds/stated-policy.ts'
import { tinfoilRouter } from '#shared/attestation/kinds/tinfoil/tinfoil-router.ts'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { makeSectionsDocument } from '../../../../server/demo/providers/tinfoil/make-sections-document.ts'
import { simulatedRepositories } from '../../../../server/demo/providers/tinfoil/simulated-release.ts'
import { makeTinfoilMachine } from '../../../../server/demo/providers/tinfoil/tinfoil-machine.ts'

const now = new Date()
const nonce = '5a'.repeat(32)
const machine = await makeTinfoilMachine({ part: 'router', platform: 'sev-snp' }, now, null)

interface Sections {
  readonly [member: string]: unknown
  readonly crypto_material: string
  readonly device_evidence: string
  readonly cpu_evidence: object
  readonly collateral: readonly object[]
}

/** As a router serves it, with what was signed about it inside. */
const document = JSON.parse(await makeSectionsDocument(machine, nonce, null)) as Sections

function judge(changes: object = {}, met: { nonce?: string; peer?: string } = {}) {
  const { pki, chip, gpus, sigstore } = machine
  const roots = {
    intel: pki.rootPem,
    amd: chip.rootPem,
    nvidia: gpus.rootPem,
    sigstore: sigstore.trustedRoot,
  }
  const judged = judgeEvidence(
    tinfoilRouter,
    {
      nonce,
      peer: machine.tls.spki,
      nowSeconds: Math.floor(now.getTime() / 1000),
      document: utf8ToBytes(JSON.stringify({ ...document, ...changes })),
      instances: null,
      collateral: [],
      endorsement: null,
      opinion: null,
      code: null,
      platform: null,
      ...met,
    },
    statedPolicy(simulatedRepositories.router, roots),
  )
  const failed = judged.checks.filter(({ by, status }) => by === 'us' && status === 'fail')
  return { kind: judged.kind, failed: failed.map(({ id }) => id).toSorted() }
}

/** A section in Base64 with its text changed. */
function changed(section: 'crypto_material' | 'device_evidence', change: (text: string) => string) {
  const text = Buffer.from(document[section], 'base64').toString()
  return { [section]: Buffer.from(change(text)).toString('base64') }
}

const withItem = (item: object) =>
  changed('crypto_material', (text) => text.replace(']', `,${JSON.stringify(item)}]`))

test('it verifies by what it carries, without asking anybody', () => {
  expect(judge()).toEqual({ kind: 'verified', failed: [] })
})

test('each lie is refused by name', () => {
  expect(judge({}, { nonce: '5b'.repeat(32) }).failed).toEqual(['snp.report-data'])
  expect(judge({}, { peer: '33'.repeat(32) }).failed).toEqual(['channel.peer'])
  const key = { id: 'more', format: 'x', data: '44'.repeat(32) }
  expect(judge(withItem(key)).failed).toEqual(['snp.report-data'])
  const spaced = changed('device_evidence', (text) => `${text} `)
  expect(judge(spaced).failed).toEqual(['snp.report-data'])
})

test('what is not known is not read', () => {
  const noted = changed('device_evidence', (text) => text.replace('}', ',"note":1}'))
  const { cpu_evidence: cpu } = document
  for (const changes of [
    { surprise: 1 },
    noted,
    withItem({ id: 'tls', format: 'x', data: machine.tls.spki }),
    { cpu_evidence: { ...cpu, format: 'https://tinfoil.sh/format/arm-cca/v1' } },
  ]) {
    expect(judge(changes).failed).toEqual(['document.format'])
  }
})

test('without what it carries it is refused or incomplete', () => {
  const [vcek, code] = document.collateral
  expect(judge({ collateral: [] }).failed).toEqual(['evidence.collateral'])
  expect(judge({ collateral: [code] }).failed).toEqual(['evidence.collateral'])
  expect(judge({ collateral: [vcek] })).toEqual({ kind: 'incomplete', failed: [] })
})
