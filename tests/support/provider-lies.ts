import type { NearFault } from '../../server/demo/providers/near/near-faults.ts'
import type { TinfoilOptions } from '../../server/demo/providers/tinfoil/start-tinfoil.ts'
import type { TinfoilFault } from '../../server/demo/providers/tinfoil/tinfoil-faults.ts'

// Every lie that simulated providers know, with the checks that fail by it: those, and no other. The tests that tell them
// take their rows from here; `tests/unit/provider-lies.test.ts` counts.

/** Of a host of NEAR's: `before` a question is sent to it, `after` it answered, or where the answer is `encrypted`. */
interface NearLie {
  readonly lie: NearFault
  readonly told: 'before' | 'after' | 'encrypted'
  readonly fails: readonly string[]
}

const before = (lie: NearFault, ...fails: readonly string[]): NearLie => ({
  lie,
  told: 'before',
  fails,
})
const after = (lie: NearFault, ...fails: readonly string[]): NearLie => ({
  lie,
  told: 'after',
  fails,
})
const encrypted = (lie: NearFault): NearLie => ({
  lie,
  told: 'encrypted',
  fails: ['e2ee.encrypted'],
})

export const nearLies: readonly NearLie[] = [
  before('another-key', 'quote.report-data'),
  before('another-nonce', 'quote.report-data'),
  before('another-algorithm', 'keys.address'),
  before('gpu-of-another-machine', 'nvidia.nonce'),
  before('gpu-forged', 'nvidia.signature'),
  before('gpu-of-another-root', 'nvidia.root'),
  before('gpu-twice', 'nvidia.distinct'),
  before('gpu-too-old', 'nvidia.generation'),
  before('gateway-for-host', 'nvidia.format'),
  before('another-tls-key', 'channel.peer'),
  before('no-tls-key', 'document.format'),
  before('debug-td', 'quote.td-debug'),
  before('stale-tcb', 'quote.tcb-status'),
  before('forged-quote', 'quote.signature'),
  before('another-compose', 'measurement.compose'),
  before('another-log', 'measurement.firmware-log'),
  before('no-report', 'document.format'),
  after('signature-missing', 'enclave-receipt.present'),
  after('signature-over-request', 'enclave-receipt.request'),
  after('signature-over-answer', 'enclave-receipt.response'),
  after('another-model', 'enclave-receipt.exchange'),
  after('signature-of-nobody', 'enclave-receipt.signature'),
  // Who signs with another key signs nothing with the attested one.
  after('signature-of-another', 'enclave-receipt.key', 'enclave-receipt.signature'),
  after('signature-without-model', 'enclave-receipt.present'),
  after('frames-dropped', 'enclave-receipt.response'),
  after('no-id', 'enclave-receipt.present'),
  encrypted('clear-answer'),
  encrypted('clear-end'),
  encrypted('encrypted-to-another'),
]

/** Of an enclave of Tinfoil's, told in its document; `platform` is TDX and `form` flat where nothing is said. */
interface TinfoilLie {
  readonly lie: TinfoilFault
  readonly by: Omit<TinfoilOptions, 'fault'>
  readonly fails: readonly string[]
}

type Row = readonly [lie: TinfoilFault, ...fails: readonly string[]]

function by(options: TinfoilLie['by'], rows: readonly Row[]): readonly TinfoilLie[] {
  return rows.map(([lie, ...fails]) => ({ lie, by: options, fails }))
}

export const tinfoilLies: readonly TinfoilLie[] = [
  ...by({}, [
    ['other-encryption-key', 'quote.report-data'],
    ['other-tls-key', 'channel.peer'],
    ['replayed-nonce', 'nvidia.nonce', 'quote.report-data'],
    ['no-gpu', 'gpu.hash', 'nvidia.format'],
    ['other-gpu', 'gpu.hash'],
    ['gpu-of-another-day', 'nvidia.nonce'],
    ['older-release', 'code.measurement'],
    ['router-for-host', 'code.measurement', 'gpu.hash', 'nvidia.format'],
    ['foreign-repository', 'sigstore.repository (code)'],
    ['other-config', 'code.config'],
    ['other-machine', 'code.platform'],
    ['debug-policy', 'code.guest', 'quote.td-debug'],
    ['configured-by-owner', 'code.guest'],
    ['stale-tcb', 'quote.tcb-status'],
  ]),
  ...by({ platform: 'sev-snp' }, [
    ['other-encryption-key', 'snp.report-data'],
    ['older-release', 'code.measurement'],
    ['debug-policy', 'snp.debug'],
    ['milan', 'snp.generation'],
    ['old-firmware', 'snp.tcb'],
  ]),
  ...by({ platform: 'sev-snp', form: 'sections' }, [
    ['other-encryption-key', 'snp.report-data'],
    ['other-gpu', 'snp.report-data'],
    ['no-gpu', 'gpu.hash', 'nvidia.format'],
    ['foreign-repository', 'sigstore.repository (code)'],
  ]),
  ...by({ part: 'router', platform: 'sev-snp' }, [
    ['host-for-router', 'code.measurement'],
    ['older-release', 'code.measurement'],
    ['foreign-repository', 'sigstore.repository (code)'],
    ['other-config', 'code.config'],
    ['other-encryption-key', 'snp.report-data'],
    ['other-tls-key', 'channel.peer'],
    ['replayed-nonce', 'snp.report-data'],
    ['debug-policy', 'snp.debug'],
    ['milan', 'snp.generation'],
  ]),
]

/** Of an answer of Tinfoil's to who encrypts: the check that refuses it. */
export const tinfoilAnswerLies: readonly (readonly [lie: TinfoilFault, fails: string])[] = [
  ['truncated-frame', 'e2ee.encrypted'],
  ['frame-left-out', 'e2ee.encrypted'],
  ['cut-answer', 'e2ee.complete'],
]
