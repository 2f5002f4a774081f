import type { composeReply } from '../upstream/compose-reply.ts'
import type { Fault } from './faults.ts'
import type { Enclave } from './make-enclave.ts'
import type { SimulatedSession } from './hardware/make-session.ts'
import type { ModelHosts } from './hardware/model-hosts.ts'
import type { WorkloadKeys } from './hardware/workload-keys.ts'

export interface SimulatorDeps {
  readonly enclave: Enclave
  readonly keys: WorkloadKeys
  /** Those behind an aggregator; null for an enclave that serves by itself. */
  readonly hosts: ModelHosts | null
  /** What an aggregator recorded of its verified host. */
  readonly session: () => SimulatedSession
  readonly fault: () => Fault | null
  /** The only name under which it attests, or null for any. */
  readonly domain: string | null
  /** Whether a connection serves more than one request. */
  readonly connections: 'kept' | 'ended'
  /** What its model says. */
  readonly compose: typeof composeReply
  /** Waits for as long as a word takes. */
  readonly pause: (signal: AbortSignal) => Promise<void>
  readonly nowSeconds: () => number
  /** Called for each quote that is made, and each chat request. */
  readonly count: (what: 'attestation' | 'chat') => void
}
