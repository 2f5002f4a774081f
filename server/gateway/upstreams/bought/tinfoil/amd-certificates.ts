import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesToHex, parseUtf8 } from '#shared/bytes/bytes.ts'
import type { SnpReport } from '#shared/attestation/sev-snp/parse-snp-report.ts'
import {
  generationOf,
  readSnpTcb,
  type SnpGeneration,
} from '#shared/attestation/sev-snp/snp-generation.ts'
import type { SnpEndorsement } from '#shared/attestation/sev-snp/verify-snp-report.ts'
import { getFromService } from '../../enclave/collateral/get-from-service.ts'

/** AMD's own service. */
export const amdService = 'https://kdsintf.amd.com'

/** Where AMD's certificates of a chip come from. They are judged by whoever uses them. */
export interface AmdCertificates {
  /** @throws {Error} when they cannot be had */
  endorsementOf(report: SnpReport): Promise<SnpEndorsement>
}

interface AmdOptions {
  readonly service: string
  /** Where certificates are kept over restarts. */
  readonly folder: string
}

type Certificates = Omit<SnpEndorsement, 'crl'>

/**
 * AMD makes a certificate anew for each request, and answers few requests: those of a chip at its security versions are
 * fetched once and kept.
 */
export function createAmdCertificates({ service, folder }: AmdOptions): AmdCertificates {
  const running = new Map<string, Promise<Certificates>>()

  async function load(chip: ChipName): Promise<Certificates> {
    const path = join(folder, `amd-${chip.id}-${chip.versions.replaceAll(/\W/g, '-')}.json`)
    const kept = await readKept(path)
    if (kept !== null) return kept
    const home = `/vcek/v1/${chip.generation}`
    const vcek = await getFromService(service, `${home}/${chip.id}?${chip.versions}`, null)
    const chain = await getFromService(service, `${home}/cert_chain`, null)
    const certificates = { vcek: vcek.bytes, chain: parseUtf8(chain.bytes) }
    await keep(folder, path, certificates)
    return certificates
  }

  return {
    async endorsementOf(report) {
      const chip = chipOf(report)
      const key = `${chip.id} ${chip.versions}`
      const current =
        running.get(key) ??
        load(chip).catch((error: unknown) => {
          running.delete(key)
          throw error
        })
      running.set(key, current)
      const certificates = await current
      const crl = await getFromService(service, `/vcek/v1/${chip.generation}/crl`, null).catch(
        () => null,
      )
      return { ...certificates, crl: crl?.bytes ?? null }
    },
  }
}

interface ChipName {
  readonly generation: SnpGeneration
  /** Hex. */
  readonly id: string
  /** As the service is asked. */
  readonly versions: string
}

/** @throws {Error} for a processor of no known generation */
function chipOf({ processor, chipId, tcb }: SnpReport): ChipName {
  const generation = processor && generationOf(processor.family, processor.model)
  if (generation === null) throw new Error('the report names no known processor')
  const { fmc, bootloader, tee, snp, microcode } = readSnpTcb(tcb.reported, generation)
  const versions = `blSPL=${bootloader}&teeSPL=${tee}&snpSPL=${snp}&ucodeSPL=${microcode}`
  return {
    generation,
    id: bytesToHex(generation === 'Turin' ? chipId.subarray(0, 8) : chipId),
    versions: fmc === null ? versions : `fmcSPL=${fmc}&${versions}`,
  }
}

async function readKept(path: string): Promise<Certificates | null> {
  try {
    const { vcek, chain } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
    return typeof vcek === 'string' && typeof chain === 'string'
      ? { vcek: new Uint8Array(Buffer.from(vcek, 'base64')), chain }
      : null
  } catch {
    return null
  }
}

async function keep(folder: string, path: string, { vcek, chain }: Certificates): Promise<void> {
  const temporary = `${path}.${process.pid}`
  try {
    await mkdir(folder, { recursive: true })
    const text = JSON.stringify({ vcek: Buffer.from(vcek).toString('base64'), chain })
    await writeFile(temporary, text)
    await rename(temporary, path)
  } catch {
    // Without a place to keep them, they are fetched again after a restart.
  }
}
