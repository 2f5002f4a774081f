import { configProblems } from '#shared/words/english/configuration/config-problems.ts'
import { environmentProblems } from '#shared/words/english/configuration/environment-problems.ts'
import { signerProblems } from '#shared/words/english/configuration/signer-problems.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RandomBytes } from '../common/secrets.ts'
import { ConfigError } from '../common/config-error.ts'
import { StoreError, type Store, type StoredSigner } from '../store/store.ts'
import { openKeyFiles, parsePrivateKey, type KeyFiles } from './key-files.ts'
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
 * start. A given key that is new begins a new term where no other gateway could sign with the one before, and is refused
 * where one could: it would put an end to the signing of all of them. One whose term is over is refused.
 * @throws {SignerError | ConfigError}
 */
export async function openSigner(
  deps: SignerDeps,
  { retiredKeys }: SignerChoices = { retiredKeys: 'destroy' },
): Promise<OpenSigner> {
  const { store, dataDir, now } = deps
  const files = openKeyFiles(dataDir)
  const given = await givenKeys(deps.variables)
  const givenKeyOf = (address: string) =>
    [given?.current, given?.next].find((key) => key?.address === address)
  await decideAgainWhenOvertaken(async () => {
    const terms = await store.listSigners()
    const active = terms.at(-1)
    if (given === null) {
      if (active === undefined) {
        const address = await firstKey(deps, files)
        await beginTerm(deps, { address, active, leadMs: 0 })
      }
    } else if (active === undefined || givenKeyOf(active.address) === undefined) {
      const { address } = given.current
      requireNew(address, terms)
      if (active !== undefined && store.gateways === 'many') throw otherSigner(address, active)
      await beginTerm(deps, { address, active, leadMs: 0 })
    }
  })
  if (given === null) files.noteNamed()

  const schedule = await createSignerSchedule({
    store,
    now,
    openKey: async (address) => givenKeyOf(address) ?? createSigningKey(files.read(address)),
    // A retired key could date receipts back into its term.
    retire: (address) => (retiredKeys === 'keep' ? undefined : files.destroy(address)),
  })
  return { schedule, source: given === null ? 'made here' : 'given' }
}

/** @throws {SignerError} SIGNER_RETIRED */
function requireNew(address: string, terms: readonly StoredSigner[]): void {
  const over = terms.findLast((term) => term.address === address && term.until !== null)
  if (over === undefined) return
  throw new SignerError(
    'SIGNER_RETIRED',
    signerProblems.retired(address, over.until ?? '', terms.at(-1)?.address ?? ''),
  )
}

function otherSigner(address: string, active: StoredSigner): SignerError {
  return new SignerError('SIGNER_OTHER', signerProblems.otherGateways(address, active.address))
}

/**
 * The key of a gateway that starts for the first time: a new one, or the one of a start that was cut short.
 * @throws {SignerError} SIGNER_HISTORY_LOST
 */
async function firstKey({ randomBytes, dataDir }: SignerDeps, files: KeyFiles): Promise<string> {
  const [found, ...others] = files.addresses()
  if (found !== undefined && (others.length > 0 || files.wereNamed())) {
    throw new SignerError(
      'SIGNER_HISTORY_LOST',
      signerProblems.unknownKeys(join(dataDir, 'signers'), [found, ...others].join(', ')),
    )
  }
  if (found !== undefined) return (await createSigningKey(files.read(found))).address
  const { address, privateKey } = await makeKey(randomBytes)
  files.write(address, privateKey)
  return address
}

/**
 * Has every gateway sign with another key from `leadMs` ahead, at least `rotationLeadMs`; where nothing was ever
 * signed, from now. Where keys are given it is the one of `SEAL_KEY_NEXT`; else a new one is made, and is on the
 * disk before the store names it, so nothing that ends this half-way leaves a signer without a key.
 * @throws {SignerError} SIGNER_GIVEN, SIGNER_RETIRED
 */
export async function rotateSigner(
  deps: SignerDeps,
  { leadMs }: { readonly leadMs: number } = { leadMs: rotationLeadMs },
): Promise<{ readonly address: string; readonly from: string }> {
  const address = await nextKey(deps)
  return decideAgainWhenOvertaken(async () => {
    const terms = await deps.store.listSigners()
    const active = terms.at(-1)
    requireNew(address, terms)
    if (active?.address === address) {
      throw new SignerError('SIGNER_GIVEN', signerProblems.signsAlready(address, active.from))
    }
    const from = await beginTerm(deps, { address, active, leadMs: active ? leadMs : 0 })
    return { address, from }
  })
}

/** @throws {SignerError} SIGNER_GIVEN when keys are given, and the next one is not */
async function nextKey({ variables, randomBytes, dataDir }: SignerDeps): Promise<string> {
  const given = await givenKeys(variables)
  if (given?.next) return given.next.address
  if (given !== null) {
    throw new SignerError('SIGNER_GIVEN', signerProblems.givenKey)
  }
  const { address, privateKey } = await makeKey(randomBytes)
  openKeyFiles(dataDir).write(address, privateKey)
  return address
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

interface GivenKeys {
  readonly current: SigningKey
  /** The one that takes its place, once every gateway has it. */
  readonly next: SigningKey | null
}

async function givenKeys(variables: SignerDeps['variables']): Promise<GivenKeys | null> {
  const current = await givenKey('SEAL_KEY', variables)
  const next = await givenKey('SEAL_KEY_NEXT', variables)
  if (current !== null) return { current, next }
  if (next === null) return null
  throw new ConfigError('SEAL_KEY_NEXT', environmentProblems.nextAlone, environmentProblems.setBoth)
}

async function givenKey(
  setting: 'SEAL_KEY' | 'SEAL_KEY_NEXT',
  variables: SignerDeps['variables'],
): Promise<SigningKey | null> {
  const { [setting]: text, [`${setting}_FILE`]: path } = variables
  if (text && path) {
    throw new ConfigError(
      setting,
      environmentProblems.besideFile(setting),
      environmentProblems.keepOne,
    )
  }
  if (text) return createSigningKey(checked(setting, text))
  if (!path) return null
  return createSigningKey(checked(`${setting}_FILE`, readKeyFile(`${setting}_FILE`, path)))
}

function checked(setting: string, text: string): Uint8Array {
  try {
    return parsePrivateKey(text, setting)
  } catch (error) {
    if (!(error instanceof SignerError)) throw error
    throw new ConfigError(setting, environmentProblems.notSecret, environmentProblems.makeKey)
  }
}

function readKeyFile(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new ConfigError(setting, environmentProblems.unreadable(path), configProblems.nameFile)
  }
}
