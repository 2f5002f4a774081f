import { randomBytes } from 'node:crypto'
import { mkdir, readFile, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { sha256Digest, type Digest } from '#shared/digest.ts'

/** Evidence of enclaves by its digest: a file each, for whoever holds an answer that names it. */
export interface EvidenceStore {
  /** Keeps it, and again for as long where it is kept already. @throws {Error} when it cannot be written */
  keep(text: string): Promise<Digest>
  /** The bytes that were kept; null where there are none, or none that have the digest. */
  find(digest: string): Promise<Uint8Array | null>
}

interface EvidenceStoreOptions {
  readonly folder: string
  readonly nowMs: () => number
}

const dayMs = 86_400_000
/** How long evidence is served after the last answer that names it (FORMAT.md §5.2). */
const keptDays = 90
/** Hundreds of kilobytes, of which certificates and logs stand there twice, far apart. */
const compression = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 22 },
}
const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

export function openEvidenceStore({ folder, nowMs }: EvidenceStoreOptions): EvidenceStore {
  let sweptAt = Number.NEGATIVE_INFINITY
  const pathOf = (digest: string) => join(folder, `${digest}.json.br`)

  async function sweep(): Promise<void> {
    if (nowMs() - sweptAt < dayMs) return
    sweptAt = nowMs()
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      const { mtimeMs } = await stat(path)
      if (nowMs() - mtimeMs > keptDays * dayMs) await unlink(path)
    }
  }

  return {
    async keep(text) {
      const digest = sha256Digest(text)
      await mkdir(folder, { recursive: true })
      const temporary = join(folder, `${digest}.${randomBytes(8).toString('hex')}`)
      await writeFile(temporary, await compress(text, compression))
      await rename(temporary, pathOf(digest))
      await sweep().catch(() => {})
      return digest
    },
    async find(digest) {
      try {
        const bytes = await decompress(await readFile(pathOf(digest)))
        return sha256Digest(bytes) === digest ? bytes : null
      } catch {
        return null
      }
    },
  }
}
