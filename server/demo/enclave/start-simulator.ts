import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { CollateralDocument } from '#shared/attestation/quote/parse-collateral.ts'
import { composeReply } from '../upstream/compose-reply.ts'
import { buildSimulator } from './build-simulator.ts'
import { planOf, type EnclavePlan } from './enclave-plan.ts'
import type { Fault } from './faults.ts'
import { makeEnclave, simulationReferenceValues, type Machine } from './make-enclave.ts'
import { makeHostEvidence, type HostPlan } from './hardware/make-host-evidence.ts'
import { makeSession, type SimulatedSession } from './hardware/make-session.ts'
import { createModelHosts, type HostKind, type ModelHosts } from './hardware/model-hosts.ts'
import { makeSimulationPki } from './hardware/simulation-pki.ts'
import { startBalancer } from './start-balancer.ts'
import { startPccs } from './hardware/start-pccs.ts'
import { makeTlsIdentity, type TlsIdentity } from './hardware/tls-identity.ts'
import { deriveWorkloadKeys, type WorkloadKeys } from './hardware/workload-keys.ts'

export interface SimulatorOptions {
  readonly fault?: Fault | null
  /** What differs from a boot in order, beside what a fault of it does. */
  readonly plan?: EnclavePlan
  readonly serving?: 'direct' | 'aggregator'
  /** Hosts behind an aggregator; only a verified one by default. */
  readonly hosts?: readonly HostKind[]
  /** What differs from a verified host in order. */
  readonly host?: HostPlan
  /** How many stand behind the address; each has its own TLS key, keyset, receipts and sessions. */
  readonly replicas?: number
  /** `each-request`: every connection ends after one answer, so that every request meets another replica. */
  readonly balance?: 'each-connection' | 'each-request'
  /** Whether each of them has signing and encryption keys of its own; by default they share them. */
  readonly keys?: 'shared' | 'own'
  /** Whether they share a TLS key; by default each has its own. */
  readonly tls?: 'shared' | 'own'
  /** `unproven`: no TLS key stands in the keyset, so that only E2EE leads to the enclave. */
  readonly channel?: 'proven' | 'unproven'
  /** Host name that the TLS keys are scoped to; left out, they are for any. */
  readonly domain?: string
  /** What its model says; left out, what the demo says. */
  readonly compose?: typeof composeReply
  /** Waits for as long as a word of a stream takes; none by default. */
  readonly pause?: (signal: AbortSignal) => Promise<void>
  readonly port?: number
}

export interface Simulator {
  readonly baseUrl: string
  /** Where the collateral is served, as by a PCCS. */
  readonly collateralUrl: string
  readonly rootPem: string
  readonly certificatePem: () => string
  readonly collateral: () => CollateralDocument
  readonly referenceValues: ReturnType<typeof simulationReferenceValues>
  readonly counts: { attestation: number; chat: number }
  /** Bodies that an aggregator passed on, JSON text. */
  readonly received: ModelHosts['received']
  /** What an aggregator recorded of its verified host, by replica. */
  readonly sessions: () => readonly SimulatedSession[]
  /** Sets a fault for later requests; a fault of the boot needs a restart. */
  setFault(fault: Fault | null): void
  /** Another boot at the same address: new TLS key, unless it is `kept`, and new keyset; `keys` makes new keys as well. */
  restart(fault?: Fault | null, keys?: 'kept' | 'new', tls?: 'kept' | 'new'): Promise<void>
  /** Nobody serves collateral from now on. */
  stopCollateral(): Promise<void>
  close(): Promise<void>
}

/** Known to everybody, so that what verifiers of the simulation pin can be shipped. */
export const kmsRootScalar = createHash('sha256')
  .update('countersign simulated key management')
  .digest()

/** Starts the simulated enclave on loopback. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { replicas = 1 } = options
  let seed = randomBytes(32)
  const shared = {
    pki: await makeSimulationPki(new Date()),
    rootScalar: kmsRootScalar,
    appScalar: randomBytes(32),
  }
  const sharedTls = options.tls === 'shared' ? await makeTlsIdentity(new Date()) : undefined
  const counts = { attestation: 0, chat: 0 }
  const received: Record<HostKind, string[]> = { verified: [], unverified: [] }
  const up = options.hosts ?? ['verified']
  let fault = options.fault ?? null
  const isAlone = replicas === 1
  const world: World = {
    options,
    machine: (replica) => ({ ...shared, keys: keysOf(replica) }),
    fault: () => fault,
    hosts: (sessionId) => createModelHosts({ up, received, sessionId }),
    count(what) {
      counts[what] += 1
    },
  }
  let boots = await Promise.all(
    Array.from({ length: replicas }, (_, replica) =>
      startReplica(replica, isAlone ? (options.port ?? 0) : 0, world, sharedTls),
    ),
  )
  const balancer = isAlone
    ? null
    : await startBalancer(() => boots.map(({ port }) => port), options.port ?? 0)
  const pccs = await startPccs({ pki: shared.pki, collateral })

  function keysOf(replica: number): WorkloadKeys {
    const own = createHash('sha256').update(seed).update(`${replica}`).digest()
    return deriveWorkloadKeys(options.keys === 'own' ? own : seed)
  }

  function collateral(): CollateralDocument {
    const [boot] = boots
    if (!boot) throw new Error('there is at least one replica')
    return boot.enclave.collateral()
  }

  return {
    baseUrl: `https://127.0.0.1:${balancer?.port ?? boots[0]?.port}/v1`,
    collateralUrl: pccs.url,
    rootPem: shared.pki.rootPem,
    certificatePem: () => boots.map(({ tls }) => tls.certificatePem).join('\n'),
    collateral,
    referenceValues: simulationReferenceValues(shared),
    counts,
    received,
    sessions: () => boots.map(({ session }) => session),
    setFault(next) {
      fault = next
    },
    async restart(next = fault, keys = 'kept', tls = 'new') {
      fault = next
      await Promise.all(boots.map(({ app }) => app.close()))
      if (keys === 'new') seed = randomBytes(32)
      boots = await Promise.all(
        boots.map(({ port, own }, replica) =>
          startReplica(replica, port, world, tls === 'kept' ? own : sharedTls),
        ),
      )
    },
    stopCollateral: pccs.close,
    async close() {
      await balancer?.close()
      await Promise.all(boots.map(({ app }) => app.close()))
      await pccs.close()
    },
  }
}

/** What the replicas behind one address have in common. */
interface World {
  readonly options: SimulatorOptions
  readonly machine: (replica: number) => Machine
  readonly fault: () => Fault | null
  /** The hosts behind an aggregator, by the id of the session with the verified host. */
  readonly hosts: (sessionId: () => string) => ModelHosts
  readonly count: (what: keyof Simulator['counts']) => void
}

/** A boot of one replica. @param kept its TLS key; left out, it has a new one */
async function startReplica(replica: number, port: number, world: World, kept?: TlsIdentity) {
  const now = () => new Date()
  const nowSeconds = () => Math.floor(Date.now() / 1000)
  const { options, fault } = world
  const { serving = 'direct', balance = 'each-connection' } = options
  const machine = world.machine(replica)
  const tls = kept ?? (await makeTlsIdentity(now()))
  const shown = fault() === 'swapped-tls-key' ? await makeTlsIdentity(now()) : tls
  const enclave = makeEnclave({
    machine,
    tls: options.channel === 'unproven' ? null : tls,
    plan: { ...options.plan, ...planOf(fault()) },
    serving,
    replica,
    domain: options.domain,
    now,
  })
  const host = makeHostEvidence(machine.pki, options.host)
  const session = makeSession(nowSeconds() - replica, host)
  const app = buildSimulator(
    {
      enclave,
      keys: machine.keys,
      hosts: serving === 'direct' ? null : world.hosts(() => session.id),
      session: () => session,
      fault,
      domain: options.domain ?? null,
      connections: balance === 'each-connection' ? 'kept' : 'ended',
      compose: options.compose ?? composeReply,
      pause: options.pause ?? (() => Promise.resolve()),
      nowSeconds,
      count: world.count,
    },
    shown,
  )
  await app.listen({ port, host: '127.0.0.1' })
  const address = app.server.address() as AddressInfo
  return { app, enclave, session, own: tls, tls: shown, port: address.port }
}
