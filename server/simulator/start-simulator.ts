import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import type { CollateralDocument } from '#shared/attestation/parse-collateral.ts'
import { buildSimulator } from './build-simulator.ts'
import { planOf, type EnclavePlan } from './enclave-plan.ts'
import type { Fault } from './faults.ts'
import {
  makeEnclave,
  simulationReferenceValues,
  type Enclave,
  type Machine,
} from './make-enclave.ts'
import { makeSimulationPki } from './simulation-pki.ts'
import { addPccs } from './add-pccs.ts'
import { makeTlsIdentity } from './tls-identity.ts'
import { deriveWorkloadKeys } from './workload-keys.ts'

export interface SimulatorOptions {
  readonly fault?: Fault | null
  /** What differs from a boot in order, beside what a fault of it does. */
  readonly plan?: EnclavePlan
  readonly serving?: 'direct' | 'aggregator'
  /** `unproven`: no TLS key stands in the keyset, so that only E2EE leads to the enclave. */
  readonly channel?: 'proven' | 'unproven'
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
  /** From now on; what concerns the boot itself takes a restart. */
  setFault(fault: Fault | null): void
  /** Another boot at the same address: new TLS key, new keyset; `keys` makes new keys as well. */
  restart(fault?: Fault | null, keys?: 'kept' | 'new'): Promise<void>
  /** Nobody serves collateral from now on. */
  stopCollateral(): Promise<void>
  close(): Promise<void>
}

/** Known to everybody, so that what verifiers of the simulation pin can be shipped. */
const kmsRootScalar = createHash('sha256').update('countersign simulated key management').digest()

/** Starts the simulated enclave on loopback. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const now = () => new Date()
  const nowSeconds = () => Math.floor(Date.now() / 1000)
  let machine: Machine = {
    pki: await makeSimulationPki(now()),
    keys: deriveWorkloadKeys(randomBytes(32)),
    rootScalar: kmsRootScalar,
    appScalar: randomBytes(32),
  }
  const counts = { attestation: 0, chat: 0 }
  let fault = options.fault ?? null
  let boot = await start(options.port ?? 0)
  const pccs = fastify({ forceCloseConnections: true })
  addPccs(pccs, { pki: machine.pki, collateral: () => boot.enclave.collateral() })
  await pccs.listen({ port: 0, host: '127.0.0.1' })

  async function start(port: number) {
    const tls = await makeTlsIdentity(now())
    const shown = fault === 'swapped-tls-key' ? await makeTlsIdentity(now()) : tls
    const serving = options.serving ?? 'direct'
    const enclave: Enclave = makeEnclave({
      machine,
      tls: options.channel === 'unproven' ? null : tls,
      plan: { ...options.plan, ...planOf(fault) },
      serving,
      now,
    })
    const app = buildSimulator(
      {
        enclave,
        keys: machine.keys,
        serving,
        fault: () => fault,
        pause: options.pause ?? (() => Promise.resolve()),
        nowSeconds,
        count(what) {
          counts[what] += 1
        },
      },
      shown,
    )
    await app.listen({ port, host: '127.0.0.1' })
    return { app, enclave, tls: shown, port: (app.server.address() as AddressInfo).port }
  }

  return {
    baseUrl: `https://127.0.0.1:${boot.port}/v1`,
    collateralUrl: `http://127.0.0.1:${(pccs.server.address() as AddressInfo).port}`,
    rootPem: machine.pki.rootPem,
    certificatePem: () => boot.tls.certificatePem,
    collateral: () => boot.enclave.collateral(),
    referenceValues: simulationReferenceValues(machine),
    counts,
    setFault(next) {
      fault = next
    },
    async restart(next = fault, keys = 'kept') {
      fault = next
      await boot.app.close()
      if (keys === 'new') machine = { ...machine, keys: deriveWorkloadKeys(randomBytes(32)) }
      boot = await start(boot.port)
    },
    stopCollateral: () => pccs.close(),
    async close() {
      await boot.app.close()
      await pccs.close()
    },
  }
}
