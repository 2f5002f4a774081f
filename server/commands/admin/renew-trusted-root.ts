import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  parseTrustedRoot,
  type TrustedRoot,
} from '#shared/attestation/sigstore/parse-trusted-root.ts'
import { TrustedRootError } from './trusted-root-error.ts'

export interface TrustedRootPlace {
  /** The shipped list, which is written anew. */
  readonly file: string
  /** A TUF repository's URL, without a slash at its end. */
  readonly mirror: string
  /** A file with the repository's first root; null for Sigstore's own, which the library ships. */
  readonly firstRoot: string | null
}

/**
 * Fetches Sigstore's list of keys anew, as its TUF repository signs it, and keeps it as of this time. On an error the old
 * list stays.
 * @throws {TrustedRootError}
 */
export async function renewTrustedRoot(
  { file, mirror, firstRoot }: TrustedRootPlace,
  now: Date,
): Promise<TrustedRoot> {
  const cachePath = await mkdtemp(join(tmpdir(), 'countersign-trusted-root-'))
  try {
    const { initTUF } = await import('@sigstore/tuf')
    const client = await initTUF({
      mirrorURL: mirror,
      cachePath,
      ...(firstRoot === null ? {} : { rootPath: firstRoot }),
    })
    const document: unknown = JSON.parse(await client.getTarget('trusted_root.json'))
    const asOf = Math.floor(now.getTime() / 1000)
    const root = parseTrustedRoot(document, asOf)
    await writeFile(`${file}.new`, `${JSON.stringify({ asOf, document }, null, 2)}\n`)
    await rename(`${file}.new`, file)
    return root
  } catch (cause) {
    throw new TrustedRootError(cause)
  } finally {
    await rm(cachePath, { recursive: true })
  }
}
