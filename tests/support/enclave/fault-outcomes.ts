import type { Fault } from '../../../server/demo/enclave/faults.ts'

/** Stands in every answer of the simulated enclave, so that content that leaks is seen. */
export const contentMark = /demo|language model/

/** Tokens of an answer that has the mark, and more events than a fault waits for: each is sealed and opened. */
export const fewWords = 8

/** What concerns the boot: nothing is sent, whatever the path. */
export const bootFaults: Readonly<Partial<Record<Fault, string>>> = {
  'wrong-measurement': 'policy.compose',
  'wrong-workload': 'policy.app-id',
  'stale-tcb': 'quote.tcb-status',
  'debug-td': 'quote.td-debug',
  'expired-keyset': 'aci.keyset-expiry',
  'swapped-e2ee-key': 'quote.report-data',
  'swapped-tls-key': 'channel.tls',
  'replayed-nonce': 'quote.report-data',
}

/** What the gateway refuses in `tee`, and what the client refuses in `e2ee`: code and check. */
export interface ExpectedOfFault {
  readonly tee: readonly [string, string?] | 'served'
  readonly e2ee: readonly [string, string?] | 'served'
}

export const answerFaults: Readonly<Partial<Record<Fault, ExpectedOfFault>>> = {
  'foreign-receipt': both('unverified_enclave', 'enclave-receipt.id'),
  'foreign-receipt-key': both('unverified_enclave', 'enclave-receipt.signature'),
  'receipt-missing': both('unverified_enclave', 'enclave-receipt.present'),
  // The relay cannot know the request: that the enclave got another one only the client can see.
  'request-hash': both('unverified_enclave', 'enclave-receipt.request'),
  'response-hash': both('unverified_enclave', 'enclave-receipt.response'),
  'upstream-unverified': both('unverified_enclave', 'enclave-receipt.upstream'),
  'upstream-refused': both('unverified_enclave', 'enclave.upstream-model'),
  'session-refused': both('unverified_enclave', 'enclave.upstream-model'),
  'plaintext-answer': { tee: 'served', e2ee: ['unverified_enclave', 'e2ee.encrypted'] },
  'undecryptable-chunk': { tee: 'served', e2ee: ['unverified_enclave', 'e2ee.encrypted'] },
  // Where the way is proven nobody else reads it; under E2EE it is named (clear-text.test.ts).
  'members-in-clear': { tee: 'served', e2ee: 'served' },
  'cut-stream': both('upstream_error'),
  'reordered-chunks': both('unverified_enclave', 'enclave-receipt.response'),
  'model-aliased': both('unverified_enclave', 'enclave-receipt.exchange'),
  'keyset-changes': { tee: 'served', e2ee: 'served' },
  'keyset-changes-twice': both('unverified_enclave', 'enclave-receipt.keyset'),
  hang: both('upstream_timeout'),
  'http-500': both('upstream_error'),
  'die-midstream': both('upstream_error'),
}

function both(code: string, check?: string): ExpectedOfFault {
  const expected = check === undefined ? ([code] as const) : ([code, check] as const)
  return { tee: expected, e2ee: expected }
}
