import type { Plans } from '../accounts/plans.ts'
import { newId, newVoucherCode, secretDigest } from '../accounts/secrets.ts'
import { rotateSigner } from '../signer/open-signer.ts'
import type { Store } from '../store/store.ts'
import type { AdminDeps } from './run-admin.ts'

/** The command was not used as it is meant to be. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

interface CommandInput extends AdminDeps {
  readonly store: Store
  readonly plans: Plans
  readonly dataDir: string
  readonly operands: readonly string[]
  readonly options: {
    readonly plan?: string | undefined
    readonly days?: string | undefined
    readonly count?: string | undefined
    readonly json?: boolean | undefined
  }
}

type Command = (input: CommandInput) => Promise<void>

const dayMs = 86_400_000

export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['voucher', makeVouchers],
  ['grant', grant],
  ['revoke', revoke],
  ['list', list],
  ['rotate-signer', rotate],
])

async function makeVouchers(input: CommandInput): Promise<void> {
  const { plans, options, store, randomBytes, now, say } = input
  const plan = knownPlan(plans, options.plan ?? plans.all.at(-1)?.id ?? '')
  const days = options.days === undefined ? null : wholeNumber('--days', options.days, 36_500)
  const count = options.count === undefined ? 1 : wholeNumber('--count', options.count, 10_000)
  for (let made = 0; made < count; made++) {
    const code = newVoucherCode(randomBytes)
    await store.createVoucher(
      {
        id: newId('vou', randomBytes),
        plan,
        days,
        createdAt: now().toISOString(),
        redeemedAt: null,
      },
      secretDigest(code),
    )
    say(code)
  }
}

async function grant({ operands, plans, options, store, now, say }: CommandInput): Promise<void> {
  const [id, wanted, ...more] = operands
  if (id === undefined || wanted === undefined || more.length > 0) {
    throw new UsageError('grant needs a key id and a plan')
  }
  const plan = knownPlan(plans, wanted)
  const days = options.days === undefined ? null : wholeNumber('--days', options.days, 36_500)
  const until = days === null ? null : new Date(now().getTime() + days * dayMs).toISOString()
  if (!(await store.setPlan(id, plan, until))) throw new UsageError(`no key has the id "${id}"`)
  say(`${id} has the plan "${plan}"${until === null ? '' : ` until ${until}`}`)
}

async function revoke({ operands, store, now, say }: CommandInput): Promise<void> {
  const [id, ...more] = operands
  if (id === undefined || more.length > 0) throw new UsageError('revoke needs one key id')
  if (!(await store.revokeKey(id, now().toISOString()))) {
    throw new UsageError(`no key in use has the id "${id}"`)
  }
  say(`${id} is revoked`)
}

async function list({ operands, options, store, say }: CommandInput): Promise<void> {
  const [what, ...more] = operands
  if (more.length > 0) throw new UsageError('list takes one of keys, vouchers, signers')
  const rows = await rowsOf(what, store)
  if (options.json === true) {
    say(JSON.stringify(rows, null, 2))
    return
  }
  if (rows.length === 0) say('none')
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
      throw new UsageError('list takes one of keys, vouchers, signers')
  }
}

async function rotate(input: CommandInput): Promise<void> {
  const { address, from } = await rotateSigner(input)
  input.say(`${address} signs from ${from}`)
}

function knownPlan(plans: Plans, id: string): string {
  if (plans.find(id) !== null) return id
  throw new UsageError(
    `"${id}" is no plan; there are ${plans.all.map((plan) => plan.id).join(', ')}`,
  )
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value
  throw new UsageError(`${name} takes a whole number from 1 to ${most}`)
}
