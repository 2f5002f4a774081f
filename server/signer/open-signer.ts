import { readFileSync } from 'node:fs'
import type { RandomBytes } from '../accounts/secrets.ts'
import { ConfigError } from '../config/config-error.ts'
import { StoreError, type Store, type StoredSigner } from '../store/store.ts'
import { openKeyFiles, parsePrivateKey } from './key-files.ts'
import { SignerError } from './signer-error.ts'
import { createSignerSchedule, rotationLeadMs, type SignerSchedule } from './signer-schedule.ts'
import { createSigningKey, type SigningKey } from './signing-key.ts'

export interface SignerDeps {
  readonly store: Store
  readonly dataDir: string
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly randomBytes: RandomBytes
  readonly now: () => Date
}

export interface SignerChoices {
  /** What becomes of a key that the gateway made once its term is over. */
  readonly retiredKeys: 'destroy' | 'keep'
}

export interface OpenSigner {
  readonly schedule: SignerSchedule
  readonly source: 'given' | 'made here'
}

/**
 * The signing key in use: `SEAL_KEY` or `SEAL_KEY_FILE` when given, else the one made at the first
 * start. A given key that differs from the last one begins a new term now.
 * @throws {SignerError | ConfigError}
 */
export async function openSigner(
  deps: SignerDeps,
  { retiredKeys }: SignerChoices = { retiredKeys: 'destroy' },
): Promise<OpenSigner> {
  const { store, dataDir, now } = deps
  const files = openKeyFiles(dataDir)
  const given = await givenKey(deps.variables)
  await decideAgainWhenOvertaken(async () => {
    const active = (await store.listSigners()).at(-1)
    if (given !== null && active?.address !== given.address) {
      await beginTerm(deps, { address: given.address, active, leadMs: 0 })
    } else if (given === null && active === undefined) {
      const { address, privateKey } = await makeKey(deps.randomBytes)
      files.write(address, privateKey)
      await beginTerm(deps, { address, active, leadMs: 0 })
    }
  })

  const schedule = await createSignerSchedule({
    store,
    now,
    openKey: (address) =>
      given?.address === address ? Promise.resolve(given) : createSigningKey(files.read(address)),
    // A retired key could date receipts back into its term.
    retire: (address) => (retiredKeys === 'keep' ? undefined : files.destroy(address)),
  })
  return { schedule, source: given === null ? 'made here' : 'given' }
}

/**
 * Makes a new signing key and has every gateway use it from `leadMs` ahead, at least
 * `rotationLeadMs`; where nothing was ever signed, from now. The key is on the disk before the store
 * names it, so nothing that ends this half-way leaves a signer without a key.
 * @throws {SignerError} SIGNER_GIVEN when the key is not the gateway's own
 */
export async function rotateSigner(
  deps: SignerDeps,
  { leadMs }: { readonly leadMs: number } = { leadMs: rotationLeadMs },
): Promise<{ readonly address: string; readonly from: string }> {
  if ((await givenKey(deps.variables)) !== null) {
    throw new SignerError(
      'SIGNER_GIVEN',
      'the signing key is given as SEAL_KEY or SEAL_KEY_FILE: change it there and restart; the history is kept',
    )
  }
  const { address, privateKey } = await makeKey(deps.randomBytes)
  openKeyFiles(deps.dataDir).write(address, privateKey)
  return decideAgainWhenOvertaken(async () => {
    const active = (await deps.store.listSigners()).at(-1)
    const from = await beginTerm(deps, { address, active, leadMs: active ? leadMs : 0 })
    return { address, from }
  })
}

interface NextTerm {
  readonly address: string
  /** The open term on which this was decided. */
  readonly active: StoredSigner | undefined
  readonly leadMs: number
}

/** Longest time between choosing the start of a term and writing it: the lead is the gateways'. */
const writeWithinMs = 100

/** @throws {StoreError} SIGNER_CHANGED when another process was faster, or the disk too slow */
async function beginTerm(
  { store, now }: SignerDeps,
  { address, active, leadMs }: NextTerm,
): Promise<string> {
  const decidedAtMs = now().getTime()
  const from = startOf(new Date(decidedAtMs + leadMs), active?.from)
  await store.rotateSigner({
    address,
    from,
    replaces: active?.address ?? null,
    isInTime: () => now().getTime() - decidedAtMs <= writeWithinMs,
  })
  return from
}

async function decideAgainWhenOvertaken<Result>(decide: () => Promise<Result>): Promise<Result> {
  for (let attemptsLeft = 9; ; attemptsLeft--) {
    try {
      return await decide()
    } catch (error) {
      const isOvertaken = error instanceof StoreError && error.code === 'SIGNER_CHANGED'
      if (!isOvertaken || attemptsLeft === 0) throw error
    }
  }
}

/** A term begins after the one before it did, even when clocks or commands come close together. */
function startOf(wanted: Date, previous: string | undefined): string {
  if (previous === undefined || previous < wanted.toISOString()) return wanted.toISOString()
  return new Date(Date.parse(previous) + 1).toISOString()
}

async function makeKey(randomBytes: RandomBytes) {
  const privateKey = randomBytes(32)
  return { privateKey, address: (await createSigningKey(privateKey)).address }
}

async function givenKey(variables: SignerDeps['variables']): Promise<SigningKey | null> {
  const { SEAL_KEY: text, SEAL_KEY_FILE: path } = variables
  if (text && path) {
    throw new ConfigError('SEAL_KEY', 'is set beside SEAL_KEY_FILE', 'Keep one of the two')
  }
  if (text) return createSigningKey(checked('SEAL_KEY', text))
  return path ? createSigningKey(checked('SEAL_KEY_FILE', readKeyFile(path))) : null
}

function checked(setting: string, text: string): Uint8Array {
  try {
    return parsePrivateKey(text, setting)
  } catch (error) {
    if (!(error instanceof SignerError)) throw error
    throw new ConfigError(
      setting,
      'does not hold 32 bytes as 64 hex digits',
      'Make a key with: openssl rand -hex 32',
    )
  }
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new ConfigError(
      'SEAL_KEY_FILE',
      `${path} cannot be read`,
      'Name a file that exists and that this user may read',
    )
  }
}
