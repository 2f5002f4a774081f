import { showTime } from '#shared/text/show-time.ts'
import type { Plans } from '../../gateway/config/plans.ts'
import { secretDigest } from '../../gateway/accounts/accounts.ts'
import { newId, newVoucherCode } from '../../gateway/common/secrets.ts'
import { rotateSigner } from '../../gateway/signer/open-signer.ts'
import { rotationLeadMs } from '../../gateway/signer/signer-schedule.ts'
import type { Store } from '../../gateway/store/store.ts'
import type { AdminDeps } from './admin-deps.ts'
import { renewTrustedRoot } from './renew-trusted-root.ts'
import { UsageError } from './usage-error.ts'
import { attestWords } from '#shared/words/english/programs/attest-words.ts'
import { modelsWords } from '#shared/words/english/programs/models-words.ts'
import { adminWords as words } from '#shared/words/english/programs/admin-command.ts'

/** What stands behind a command's name. */
interface Given {
  /** As many as the command names. */
  readonly operands: readonly string[]
  /** None but those that the command takes. */
  readonly options: Readonly<
    Partial<Record<'plan' | 'days' | 'count' | 'lead' | 'from' | 'record', string>> &
      Partial<Record<'json' | 'pin' | 'ask', boolean>>
  >
}

interface CommandInput extends AdminDeps, Given {
  readonly store: Store
  readonly plans: Plans
  readonly dataDir: string
}

interface Taken {
  readonly operands: readonly string[]
  /** One more operand that may be left out. */
  readonly mayName?: string
  readonly options: readonly (keyof CommandInput['options'])[]
}

interface StoreCommand extends Taken {
  run(input: CommandInput): Promise<void>
}

/** It needs no store. */
interface LoneCommand extends Taken {
  /** @returns the exit code */
  runAlone(deps: AdminDeps, given: Given): Promise<0 | 1>
}

const dayMs = 86_400_000

export const commands: ReadonlyMap<string, StoreCommand | LoneCommand> = new Map<
  string,
  StoreCommand | LoneCommand
>([
  ['voucher', { operands: [], options: ['plan', 'days', 'count'], run: makeVouchers }],
  ['grant', { operands: [words.keyId, words.plan], options: ['days'], run: grant }],
  ['revoke', { operands: [words.keyOrVoucher], options: [], run: revoke }],
  ['list', { operands: [words.whatToList], options: ['json'], run: list }],
  ['rotate-signer', { operands: [], options: ['lead'], run: rotate }],
  ['revoke-signer', { operands: [words.address], options: ['from'], run: revokeSigner }],
  ['trust-root', { operands: [], options: [], runAlone: renewRoot }],
  ['models', { operands: [modelsWords.which], options: [], runAlone: models }],
  [
    'attest',
    {
      operands: [attestWords.upstream],
      mayName: attestWords.model,
      options: ['pin', 'ask', 'record'],
      runAlone: attest,
    },
  ],
])

async function makeVouchers(input: CommandInput): Promise<void> {
  const { plans, options, store, randomBytes, now, say } = input
  const plan = knownPlan(plans, options.plan ?? plans.all.at(-1)?.id ?? '')
  const days =
    options.days === undefined
      ? null
      : wholeNumber('--days', options.days, { least: 1, most: 36_500 })
  const count =
    options.count === undefined
      ? 1
      : wholeNumber('--count', options.count, { least: 1, most: 10_000 })
  for (let made = 0; made < count; made++) {
    const code = newVoucherCode(randomBytes)
    const id = newId('vou', randomBytes)
    await store.createVoucher(
      {
        id,
        plan,
        days,
        createdAt: now().toISOString(),
        redeemedAt: null,
      },
      secretDigest(code),
    )
    say(`${id}  ${code}`)
  }
}

async function grant({ operands, plans, options, store, now, say }: CommandInput): Promise<void> {
  const [id = '', wanted = ''] = operands
  const plan = knownPlan(plans, wanted)
  const days =
    options.days === undefined
      ? null
      : wholeNumber('--days', options.days, { least: 1, most: 36_500 })
  const until = days === null ? null : new Date(now().getTime() + days * dayMs).toISOString()
  if (!(await store.setPlan(id, plan, until))) {
    throw new UsageError(words.noKey(id))
  }
  say(words.hasPlan(id, plan, until === null ? '' : words.until(showTime(until))))
}

async function revoke({ operands, store, now, say }: CommandInput): Promise<void> {
  const [id = ''] = operands
  const isVoucher = id.startsWith('vou_')
  const isDone = isVoucher
    ? await store.revokeVoucher(id)
    : await store.revokeKey(id, now().toISOString())
  if (!isDone) {
    const what = isVoucher ? words.openVoucher : words.usedKey
    throw new UsageError(words.nothingHas(what, id))
  }
  say(words.revoked(id))
}

async function list({ operands, options, store, say }: CommandInput): Promise<void> {
  const rows = await rowsOf(operands[0], store)
  if (options.json === true) {
    say(JSON.stringify(rows, null, 2))
    return
  }
  if (rows.length === 0) say(words.none)
  for (const row of rows) {
    say(
      Object.entries(row)
        .map(([name, value]) => `${name}=${value ?? '-'}`)
        .join('  '),
    )
  }
}

function rowsOf(what: string | undefined, store: Store): Promise<readonly object[]> {
  switch (what) {
    case 'keys':
      return store.listKeys()
    case 'vouchers':
      return store.listVouchers()
    case 'signers':
      return store.listSigners()
    default:
      throw new UsageError(words.listTakes)
  }
}

async function rotate(input: CommandInput): Promise<void> {
  const least = rotationLeadMs / 1000
  const { lead } = input.options
  const seconds = lead === undefined ? least : wholeNumber('--lead', lead, { least, most: 86_400 })
  const { address, from } = await rotateSigner(input, { leadMs: seconds * 1000 })
  input.say(words.signsFrom(address, from))
}

async function revokeSigner({ operands, options, store, now, say }: CommandInput): Promise<void> {
  const address = (operands[0] ?? '').toLowerCase()
  const from = options.from === undefined ? now() : new Date(options.from)
  if (Number.isNaN(from.getTime()) || from > now()) {
    throw new UsageError(words.fromTakes)
  }
  const term = (await store.listSigners()).find((each) => each.address === address)
  if (!term) throw new UsageError(words.noSigner(address))
  await store.revokeSigner(address, from.toISOString())
  say(words.signerRevoked(address, from.toISOString()))
}

async function renewRoot({ trustedRoot, now, say }: AdminDeps): Promise<0> {
  const { logs } = await renewTrustedRoot(trustedRoot, now())
  say(words.rootRenewed(logs.map(({ name }) => name).join(', ')))
  return 0
}

async function models(deps: AdminDeps, { operands: [wanted = ''] }: Given): Promise<0 | 1> {
  const { listModels } = await import('./models/list-models.ts')
  return listModels(wanted, deps)
}

async function attest(deps: AdminDeps, { operands, options }: Given): Promise<0 | 1> {
  const [upstream = '', model = null] = operands
  const { pin = false, ask = false, record = null } = options
  // Every kind of upstream comes with it; the other commands do without.
  const { attestUpstream } = await import('./attest/attest-upstream.ts')
  return attestUpstream({ upstream, model, pin, ask, record }, deps)
}

function knownPlan(plans: Plans, id: string): string {
  if (plans.find(id) !== null) return id
  throw new UsageError(words.noPlan(id, plans.all.map((plan) => plan.id).join(', ')))
}

interface Range {
  readonly least: number
  readonly most: number
}

function wholeNumber(name: string, text: string, { least, most }: Range): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new UsageError(words.wholeNumber(name, least, most))
}
