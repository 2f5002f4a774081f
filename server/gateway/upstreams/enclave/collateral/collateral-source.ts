import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  collateralEnds,
  parseCollateral,
  type CollateralDocument,
} from '#shared/attestation/quote/parse-collateral.ts'
import { fetchCollateral, type PlatformName } from './fetch-collateral.ts'

/** Where collateral comes from. It is judged by whoever uses it, every time. */
export interface CollateralSource {
  /** @throws {Error} when it cannot be had */
  collateralFor(platform: PlatformName): Promise<CollateralDocument>
}

export interface CachedOptions {
  /** Base address of a PCCS, or of the hardware's maker. */
  readonly service: string
  /** Where what was fetched is kept over restarts. */
  readonly folder: string
  readonly nowSeconds: () => number
}

interface Kept {
  readonly fetchedAt: number
  readonly document: CollateralDocument
}

/** Fetched again after a day, or as soon as a part of it no longer holds. */
const longestUseSeconds = 24 * 3600

/** Collateral from a service, kept in memory and on disk; one fetch at a time for each platform. */
export function createCachedCollateral(options: CachedOptions): CollateralSource {
  const { service, folder, nowSeconds } = options
  const kept = new Map<string, Kept>()
  const running = new Map<string, Promise<CollateralDocument>>()

  function isFresh({ fetchedAt, document }: Kept): boolean {
    const now = nowSeconds()
    if (fetchedAt > now || now - fetchedAt > longestUseSeconds) return false
    return now <= collateralEnds(parseCollateral(document))
  }

  async function load(platform: PlatformName, path: string): Promise<CollateralDocument> {
    const onDisk = await readKept(path)
    if (onDisk && isFresh(onDisk)) {
      kept.set(path, onDisk)
      return onDisk.document
    }
    const document = await fetchCollateral(service, platform)
    const entry = { fetchedAt: nowSeconds(), document }
    kept.set(path, entry)
    await keep(folder, path, entry)
    return document
  }

  return {
    async collateralFor(platform) {
      const name = createHash('sha256').update(service).digest('hex').slice(0, 16)
      const path = join(folder, `${name}-${platform.fmspc}-${platform.ca}.json`)
      const known = kept.get(path)
      if (known && isFresh(known)) return known.document
      const current = running.get(path) ?? load(platform, path)
      running.set(path, current)
      try {
        return await current
      } finally {
        running.delete(path)
      }
    },
  }
}

async function readKept(path: string): Promise<Kept | null> {
  try {
    const entry = JSON.parse(await readFile(path, 'utf8')) as Kept
    // A file that was damaged is fetched again.
    parseCollateral(entry.document)
    return typeof entry.fetchedAt === 'number' ? entry : null
  } catch {
    return null
  }
}

async function keep(folder: string, path: string, entry: Kept): Promise<void> {
  const temporary = `${path}.${process.pid}`
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(temporary, JSON.stringify(entry))
    await rename(temporary, path)
  } catch {
    // Without a place to keep it, it is fetched again after a restart.
  }
}

/** Collateral from a file, for a gateway without a way out: read again for each use. */
export function createFileCollateral(path: string): CollateralSource {
  return {
    collateralFor: async () => JSON.parse(await readFile(path, 'utf8')) as CollateralDocument,
  }
}
