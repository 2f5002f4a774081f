import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesToHex, parseUtf8 } from '#shared/bytes/bytes.ts'
import { setBounded } from '#shared/bytes/set-bounded.ts'
import { parseX509 } from '#shared/attestation/certificates/parse-x509.ts'
import type { SnpReport } from '#shared/attestation/sev-snp/parse-snp-report.ts'
import {
  generationOf,
  readSnpTcb,
  type SnpGeneration,
} from '#shared/attestation/sev-snp/snp-generation.ts'
import type { SnpEndorsement } from '#shared/attestation/sev-snp/verify-snp-report.ts'
import type { CachedOptions } from '../../enclave/collateral/collateral-source.ts'
import { getFromService } from '../../enclave/collateral/get-from-service.ts'

/** AMD's own service. */
export const amdService = 'https://kdsintf.amd.com'

/** Where AMD's certificates of a chip come from. They are judged by whoever uses them. */
export interface AmdCertificates {
  /** @throws {Error} when they cannot be had */
  endorsementOf(report: SnpReport): Promise<SnpEndorsement>
}

type Certificates = Omit<SnpEndorsement, 'crl'>

/** What the service was asked last under one path, and when. */
interface Asked {
  readonly at: number
  readonly answer: Promise<Uint8Array>
  isRefused: boolean
}

/** A list of what was withdrawn is fetched again after a day; what was refused is asked for again after a minute. */
const longestUseSeconds = 24 * 3600
const pauseSeconds = 60
/** Chips whose certificates are remembered, more than a provider has machines. */
const mostAsked = 256

/**
 * AMD makes a certificate anew for each request, and answers few requests: those of a chip at its security versions are
 * fetched once and kept.
 */
export function createAmdCertificates(options: CachedOptions): AmdCertificates {
  const { service, folder, nowSeconds } = options
  const running = new Map<string, Promise<Certificates>>()
  const asked = new Map<string, Asked>()
  const lists = new Map<SnpGeneration, Uint8Array>()

  /** @param check throws for what is not what was asked for */
  function get(path: string, check?: (bytes: Uint8Array) => unknown): Promise<Uint8Array> {
    const known = asked.get(path)
    const now = nowSeconds()
    if (known && now - known.at < (known.isRefused ? pauseSeconds : longestUseSeconds)) {
      return known.answer
    }
    const answer = getFromService(service, path, null).then(({ bytes }) => {
      check?.(bytes)
      return bytes
    })
    const entry: Asked = { at: now, answer, isRefused: false }
    answer.catch(() => {
      entry.isRefused = true
    })
    setBounded(asked, mostAsked, [path, entry])
    return answer
  }

  /** The newest list that could be had; whether it still holds is judged with it. */
  async function listOf(generation: SnpGeneration): Promise<Uint8Array | null> {
    try {
      lists.set(generation, await get(`/vcek/v1/${generation}/crl`))
    } catch {
      // An earlier one may still hold.
    }
    return lists.get(generation) ?? null
  }

  async function load(chip: ChipName): Promise<Certificates> {
    const path = join(folder, `amd-${chip.id}-${chip.versions.replaceAll(/\W/g, '-')}.json`)
    const kept = await readKept(path)
    if (kept !== null) return kept
    const home = `/vcek/v1/${chip.generation}`
    const vcek = await get(`${home}/${chip.id}?${chip.versions}`, parseX509)
    const chain = parseUtf8(await get(`${home}/cert_chain`))
    const certificates = { vcek, chain }
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
      setBounded(running, mostAsked, [key, current])
      return { ...(await current), crl: await listOf(chip.generation) }
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
