import { randomBytes } from 'node:crypto'
import fastify from 'fastify'
import type { SimulationRoots } from '#shared/attestation/kinds/stated-policy.ts'
import type { TinfoilPart } from '#shared/attestation/kinds/tinfoil/tinfoil-identities.ts'
import { createEhbpService } from '#shared/simulation/ehbp-service.ts'
import { makeTlsIdentity } from '../../enclave/hardware/tls-identity.ts'
import { addMakers } from './add-makers.ts'
import { makeFlatDocument } from './make-flat-document.ts'
import { makeSectionsDocument } from './make-sections-document.ts'
import { serveTinfoil } from './serve-tinfoil.ts'
import { simulatedRepositories } from './simulated-release.ts'
import type { TinfoilFault } from './tinfoil-faults.ts'
import { makeTinfoilMachine, type TinfoilPlatform } from './tinfoil-machine.ts'

export interface TinfoilOptions {
  /** A model's enclave where nothing is said. */
  readonly part?: TinfoilPart
  readonly platform?: TinfoilPlatform
  /** Which form its document has. */
  readonly form?: 'flat' | 'sections'
  readonly fault?: TinfoilFault | null
  readonly pause?: (signal: AbortSignal) => Promise<void>
  readonly port?: number
}

export interface SimulatedTinfoil {
  readonly baseUrl: string
  /** Where Intel, AMD and the maker of the code answer. */
  readonly makersUrl: string
  readonly repository: string
  readonly roots: Required<SimulationRoots>
  readonly counts: { attestation: number; chat: number }
  /** Bodies of requests as they travelled. */
  readonly received: Uint8Array[]
  setFault(fault: TinfoilFault | null): void
  /** Another key for encryption, under the same TLS key. */
  replaceKey(): Promise<void>
  close(): Promise<void>
}

/** Starts a simulated enclave of Tinfoil's, or its router, on loopback. */
export async function startTinfoil(options: TinfoilOptions = {}): Promise<SimulatedTinfoil> {
  const {
    part = 'model',
    platform = 'tdx',
    form = 'flat',
    pause = () => Promise.resolve(),
  } = options
  let fault = options.fault ?? null
  let machine = await makeTinfoilMachine({ part, platform }, new Date(), fault)
  const counts = { attestation: 0, chat: 0 }
  const received: Uint8Array[] = []
  const shown = fault === 'other-tls-key' ? await makeTlsIdentity(new Date(), 'P-384') : machine.tls
  const app = serveTinfoil(
    {
      machine: () => machine,
      fault: () => fault,
      document: async (nonce) =>
        form === 'flat'
          ? makeFlatDocument(machine, nonce, fault)
          : makeSectionsDocument(machine, nonce, fault),
      count(what) {
        counts[what] += 1
      },
      receive: (body) => received.push(body),
      pause,
    },
    shown,
  )
  // Ids of chips are long.
  const makers = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 200 } })
  addMakers(makers, { machine: () => machine, fault: () => fault })
  const origin = await app.listen({ port: options.port ?? 0, host: '127.0.0.1' })
  const makersUrl = await makers.listen({ port: 0, host: '127.0.0.1' })
  const { pki, chip, gpus, sigstore } = machine

  return {
    baseUrl: `${origin}/v1`,
    makersUrl,
    repository: simulatedRepositories[part],
    roots: {
      intel: pki.rootPem,
      amd: chip.rootPem,
      nvidia: gpus.rootPem,
      sigstore: sigstore.trustedRoot,
    },
    counts,
    received,
    setFault(next) {
      fault = next
    },
    async replaceKey() {
      machine = { ...machine, ehbp: await createEhbpService(randomBytes(32)) }
    },
    async close() {
      await app.close()
      await makers.close()
    },
  }
}
