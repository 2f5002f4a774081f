import { signerProblems } from '#shared/words/english/configuration/signer-problems.ts'
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { SignerError } from './signer-error.ts'

/** Signing keys that the gateway made itself: `<DATA_DIR>/signers/<address>.key`, mode 0600. */
export interface KeyFiles {
  /** Addresses of all that are there. */
  addresses(): readonly string[]
  /** Keeps that a store has named keys of this folder. */
  noteNamed(): void
  /** Whether a store ever named a key of this folder. */
  wereNamed(): boolean
  /** @throws {SignerError} SIGNER_KEY_MISSING, SIGNER_KEY_INVALID */
  read(address: string): Uint8Array
  /** Returns when the file and the folders that lead to it are on the disk. */
  write(address: string, privateKey: Uint8Array): void
  /**
   * Overwrites and removes the key, if it is there. On a disk that keeps old blocks, or in a backup, a
   * copy may remain.
   */
  destroy(address: string): void
}

export function openKeyFiles(dataDir: string): KeyFiles {
  const folder = join(dataDir, 'signers')
  const pathOf = (address: string) => join(folder, `${address}.key`)
  const namedPath = join(folder, 'named')
  return {
    addresses: () =>
      existsSync(folder)
        ? readdirSync(folder).flatMap((name) => /^(0x[0-9a-f]{40})\.key$/.exec(name)?.[1] ?? [])
        : [],
    wereNamed: () => existsSync(namedPath),
    noteNamed() {
      if (existsSync(namedPath) || !existsSync(folder)) return
      closeSync(openSync(namedPath, 'a', 0o600))
      syncFolder(folder)
    },
    read(address) {
      let text: string
      try {
        text = readFileSync(pathOf(address), 'utf8')
      } catch {
        throw new SignerError('SIGNER_KEY_MISSING', signerProblems.unreadable(pathOf(address)))
      }
      return parsePrivateKey(text, pathOf(address))
    },
    write(address, privateKey) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = openSync(pathOf(address), 'wx', 0o600)
      writeSync(file, `${Buffer.from(privateKey).toString('hex')}\n`)
      fsyncSync(file)
      closeSync(file)
      syncFolder(folder)
      syncFolder(dataDir)
    },
    destroy(address) {
      const path = pathOf(address)
      if (!existsSync(path)) return
      const file = openSync(path, 'r+')
      writeSync(file, Buffer.alloc(fstatSync(file).size))
      fsyncSync(file)
      closeSync(file)
      // Another gateway on the same folder may have been as fast.
      rmSync(path, { force: true })
      syncFolder(folder)
    },
  }
}

/** Makes the names in a folder survive a power cut, as `fsync` of a file alone does not. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/**
 * 32 bytes out of 64 hex digits, with or without `0x`.
 * @param source names where the text came from
 * @throws {SignerError} SIGNER_KEY_INVALID; the text itself is not repeated
 */
export function parsePrivateKey(text: string, source: string): Uint8Array {
  const hex = /^(?:0x)?([0-9a-fA-F]{64})\s*$/.exec(text)?.[1]
  if (hex === undefined) {
    throw new SignerError('SIGNER_KEY_INVALID', signerProblems.notSecret(source))
  }
  return Buffer.from(hex, 'hex')
}
