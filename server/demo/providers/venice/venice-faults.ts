import { nearFaults, type NearFault } from '../near/near-faults.ts'

/** Ways in which the host, or who passes on to it, can misbehave as a host that is met directly can. */
const shared = [
  'another-key',
  'another-nonce',
  'another-algorithm',
  'gpu-of-another-machine',
  'gpu-forged',
  'gpu-of-another-root',
  'gpu-twice',
  'gpu-too-old',
  'gateway-for-host',
  'debug-td',
  'stale-tcb',
  'forged-quote',
  'another-compose',
  'another-log',
  'no-report',
  'signature-missing',
  'signature-over-answer',
  'signature-of-nobody',
  'signature-of-another',
  'signature-without-model',
  'frames-dropped',
  'no-id',
  'clear-answer',
  'clear-end',
  'encrypted-to-another',
  'cut-stream',
  'hang',
  'http-500',
] as const satisfies readonly NearFault[]

type SharedFault = (typeof shared)[number]

/** Ways in which the simulated Venice can misbehave, and what it then does. */
export const veniceFaults = {
  ...(Object.fromEntries(shared.map((name) => [name, nearFaults[name]])) as Readonly<
    Record<SharedFault, string>
  >),
  'nonce-of-server': 'says that the nonce is its own',
  'no-key': 'shows a report that names no key to encrypt to',
  'one-header-lost': 'loses one of the headers, and so passes the chat on in clear',
} as const

export type VeniceFault = keyof typeof veniceFaults

/** What the host behind it does then; null where the host is honest. */
export function faultOfHost(fault: VeniceFault | null): NearFault | null {
  return shared.find((name) => name === fault) ?? null
}
