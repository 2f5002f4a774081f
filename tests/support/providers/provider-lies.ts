import type { ChutesFault } from '../../../server/demo/providers/chutes/chutes-faults.ts'
import type { NearFault } from '../../../server/demo/providers/near/near-faults.ts'
import type { TinfoilOptions } from '../../../server/demo/providers/tinfoil/start-tinfoil.ts'
import type { TinfoilFault } from '../../../server/demo/providers/tinfoil/tinfoil-faults.ts'
import type { VeniceFault } from '../../../server/demo/providers/venice/venice-faults.ts'

// Every lie that simulated providers know, with what is named for it: those checks, and no other. The tests that tell them
// take their rows from here; `tests/unit/provider-lies.test.ts` counts.

type Row<Fault> = readonly [lie: Fault, ...fails: readonly string[]]

interface Lie<Fault, Told> {
  readonly lie: Fault
  readonly told: Told
  /** Ids of checks; of what broke off, the code of an error. */
  readonly fails: readonly string[]
}

function tell<Fault extends string, const Told extends string>(
  told: Told,
  rows: readonly Row<Fault>[],
): readonly Lie<Fault, Told>[] {
  return rows.map(([lie, ...fails]) => ({ lie, told, fails }))
}

/** Of a host that is met, by NEAR AI or through Venice: `before` a question is sent to it. */
const ofHosts = [
  ['another-key', 'quote.report-data'],
  ['another-nonce', 'quote.report-data'],
  ['another-algorithm', 'keys.address'],
  ['gpu-of-another-machine', 'nvidia.nonce'],
  ['gpu-forged', 'nvidia.signature'],
  ['gpu-of-another-root', 'nvidia.root'],
  ['gpu-twice', 'nvidia.distinct'],
  ['gpu-too-old', 'nvidia.generation'],
  ['gateway-for-host', 'nvidia.format'],
  ['debug-td', 'quote.td-debug'],
  ['stale-tcb', 'quote.tcb-status'],
  ['forged-quote', 'quote.signature'],
  ['another-compose', 'measurement.compose'],
  ['another-log', 'measurement.firmware-log'],
  ['no-report', 'document.format'],
] as const satisfies readonly Row<VeniceFault & NearFault>[]

/** Of a host of NEAR's: `after` it answered, or where the answer is `encrypted`. */
export const nearLies = [
  ...tell<NearFault, 'before'>('before', [
    ...ofHosts,
    ['another-tls-key', 'channel.peer'],
    ['no-tls-key', 'document.format'],
  ]),
  ...tell<NearFault, 'after'>('after', [
    ['signature-missing', 'enclave-receipt.present'],
    ['signature-over-request', 'enclave-receipt.request'],
    ['signature-over-answer', 'enclave-receipt.response'],
    ['another-model', 'enclave-receipt.exchange'],
    ['signature-of-nobody', 'enclave-receipt.signature'],
    // Who signs with another key signs nothing with the attested one.
    ['signature-of-another', 'enclave-receipt.key', 'enclave-receipt.signature'],
    ['signature-without-model', 'enclave-receipt.present'],
    ['frames-dropped', 'enclave-receipt.response'],
    ['no-id', 'enclave-receipt.present'],
  ]),
  ...tell<NearFault, 'encrypted'>('encrypted', [
    ['clear-answer', 'e2ee.encrypted'],
    ['clear-end', 'e2ee.encrypted'],
    ['encrypted-to-another', 'e2ee.encrypted'],
  ]),
]

/** Of Venice's: what is `unproven` is delivered, and said to be signed by nobody. */
export const veniceLies = [
  ...tell<VeniceFault, 'before'>('before', [
    // Its signing key is an address.
    ...ofHosts.map(
      ([lie, check]) => [lie, lie === 'another-key' ? 'keys.address' : check] as const,
    ),
    ['nonce-of-server', 'nonce.source'],
    ['no-key', 'keys.address'],
  ]),
  ...tell<VeniceFault, 'encrypted'>('encrypted', [
    ['signature-of-nobody', 'enclave-receipt.signature'],
    ['signature-of-another', 'enclave-receipt.key', 'enclave-receipt.signature'],
    ['signature-without-model', 'enclave-receipt.present'],
    ['clear-answer', 'e2ee.encrypted'],
    ['clear-end', 'e2ee.encrypted'],
    ['one-header-lost', 'e2ee.encrypted'],
    ['encrypted-to-another', 'e2ee.encrypted'],
    ['cut-stream', 'e2ee.complete'],
    ['http-500', 'upstream_error'],
  ]),
  // Whoever changes an answer on its way can keep the signature back, too.
  ...tell<VeniceFault, 'unproven'>('unproven', [
    ['signature-missing', 'enclave-receipt.present'],
    ['signature-over-answer', 'enclave-receipt.response'],
    ['frames-dropped', 'enclave-receipt.response'],
  ]),
]

/**
 * Of instances of Chutes: in answers to a gateway, `whole` or `streamed`, and to clients that encrypt. `alone`: to such a client, after the
 * gateway verified the instance.
 */
export const chutesLies = [
  ...tell<ChutesFault, 'before'>('before', [
    ['another-key', 'nvidia.nonce', 'quote.report-data'],
    ['another-nonce', 'nvidia.nonce', 'quote.report-data'],
    ['another-certificate', 'quote.report-data'],
    ['gpu-of-another-machine', 'nvidia.nonce'],
    ['gpu-without-instance', 'nvidia.nonce'],
    ['gpu-forged', 'nvidia.signature'],
    ['gpu-of-another-root', 'nvidia.root'],
    ['gpu-twice', 'nvidia.distinct'],
    ['gpu-too-old', 'nvidia.generation'],
    ['no-gpu', 'nvidia.format'],
    ['system-not-measured', 'code.registers', 'code.running-system'],
    ['other-registers', 'code.registers'],
    ['debug-td', 'quote.td-debug'],
    ['stale-tcb', 'quote.tcb-status'],
    ['forged-quote', 'quote.signature'],
    ['no-key', 'document.format'],
    ['no-evidence', 'document.format'],
  ]),
  ...tell<ChutesFault, 'whole'>('whole', [
    ['clear-answer', 'e2ee.encrypted'],
    ['answer-of-another', 'e2ee.encrypted'],
    ['cut-answer', 'e2ee.encrypted'],
    ['cut-event', 'e2ee.encrypted'],
    ['zip-bomb', 'e2ee.encrypted'],
    ['http-500', 'upstream_error'],
    ['hang', 'upstream_timeout'],
  ]),
  ...tell<ChutesFault, 'streamed'>('streamed', [
    ['clear-answer', 'e2ee.encrypted'],
    ['answer-of-another', 'e2ee.encrypted'],
    ['cut-answer', 'upstream_error'],
    ['cut-event', 'upstream_error'],
    ['no-inner-end', 'upstream_error'],
    ['stream-error', 'upstream_error'],
  ]),
  ...tell<ChutesFault, 'encrypted whole'>('encrypted whole', [
    ['clear-answer', 'e2ee.encrypted'],
    ['answer-of-another', 'e2ee.encrypted'],
    ['cut-answer', 'e2ee.encrypted'],
    ['cut-event', 'e2ee.encrypted'],
    ['zip-bomb', 'e2ee.encrypted'],
    ['http-500', 'upstream_error'],
  ]),
  ...tell<ChutesFault, 'encrypted streamed'>('encrypted streamed', [
    ['clear-answer', 'e2ee.encrypted'],
    ['answer-of-another', 'e2ee.encrypted'],
    ['cut-answer', 'e2ee.complete'],
    ['cut-event', 'upstream_error'],
    ['no-inner-end', 'e2ee.complete'],
    ['stream-error', 'e2ee.complete'],
    ['http-500', 'upstream_error'],
  ]),
  ...tell<ChutesFault, 'alone'>('alone', [
    ['another-key', 'nvidia.nonce', 'quote.report-data'],
    ['another-nonce', 'nvidia.nonce', 'quote.report-data'],
    ['gpu-of-another-machine', 'nvidia.nonce'],
    // Registers are pinned by the gateway's operator, and by nobody here.
    ['system-not-measured', 'code.running-system'],
  ]),
]

/** Of an enclave of Tinfoil's, told in its document; `platform` is TDX and `form` flat where nothing is said. */
interface TinfoilLie {
  readonly lie: TinfoilFault
  readonly by: Omit<TinfoilOptions, 'fault'>
  readonly fails: readonly string[]
}

function by(options: TinfoilLie['by'], rows: readonly Row<TinfoilFault>[]): readonly TinfoilLie[] {
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
    ['other-features', 'code.guest'],
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

/** Of Tinfoil's to who encrypts: in its answer, or `alone`, after the gateway verified the enclave. */
export const tinfoilAnswerLies = [
  ...tell<TinfoilFault, 'encrypted'>('encrypted', [
    ['truncated-frame', 'e2ee.encrypted'],
    ['frame-left-out', 'e2ee.encrypted'],
    ['cut-answer', 'e2ee.complete'],
    ['clear-answer', 'e2ee.encrypted'],
    ['http-500', 'upstream_error'],
  ]),
  ...tell<TinfoilFault, 'alone'>('alone', [
    ['other-encryption-key', 'quote.report-data'],
    ['replayed-nonce', 'nvidia.nonce', 'quote.report-data'],
    ['other-gpu', 'gpu.hash'],
    ['no-gpu', 'gpu.hash', 'nvidia.format'],
    ['router-for-host', 'code.measurement', 'gpu.hash', 'nvidia.format'],
  ]),
]
