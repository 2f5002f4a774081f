import { parseArgs } from 'node:util'
import { ConfigError } from '../../gateway/common/config-error.ts'
import { readGatewayConfig } from '../../gateway/config/load-config.ts'
import { parseEnvironment } from '../../gateway/config/parse-environment.ts'
import { createPlans } from '../../gateway/config/plans.ts'
import { SignerError } from '../../gateway/signer/signer-error.ts'
import { StoreError } from '../../gateway/store/store.ts'
import { openExistingStore } from '../../gateway/store/store-registry.ts'
import type { AdminDeps } from './admin-deps.ts'
import { commands } from './commands.ts'
import { UsageError } from './usage-error.ts'

const usage = `Usage: npm run admin -- <command>

  voucher [--plan paid] [--days 30] [--count 1]   make vouchers: an id and a code, shown once
  grant <key-id> <plan> [--days 30]               give a key a plan
  revoke <key-id>|<voucher-id>                    end a key, or a voucher that nobody redeemed
  list keys|vouchers|signers [--json]             show what is kept; no key or code is
  rotate-signer [--lead 5]                        sign with a new key from so many seconds ahead
  revoke-signer <address> [--from <time>]         nothing that a retired signer signed counts from then on
  help                                            show this

DATA_DIR names the data folder (./data), GATEWAY_CONFIG the configuration, as for npm start.`

/** @returns the exit code: 0 done, 1 refused, 2 wrong usage */
export async function runAdmin(args: readonly string[], deps: AdminDeps): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        plan: { type: 'string' },
        days: { type: 'string' },
        count: { type: 'string' },
        lead: { type: 'string' },
        from: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const { help, ...options } = values
    const [name, ...operands] = positionals
    if (name === 'help' || help === true) {
      deps.say(usage)
      return 0
    }
    if (name === undefined) throw new UsageError('a command is missing')
    const command = commands.get(name)
    if (!command) throw new UsageError(`"${name}" is no command`)
    if (operands.length !== command.operands.length) {
      throw new UsageError(`${name} takes ${command.operands.join(' and ') || 'no operand'}`)
    }
    const taken: readonly string[] = command.options
    const stray = Object.keys(options).find((given) => !taken.includes(given))
    if (stray !== undefined) throw new UsageError(`${name} does not take --${stray}`)

    const environment = parseEnvironment(deps.variables)
    const config = await readGatewayConfig(environment.configPath)
    const plans = createPlans(config?.plans)
    const store = await openExistingStore(environment.databaseUrl)
    try {
      await command.run({
        ...deps,
        store,
        plans,
        dataDir: environment.dataDir,
        operands,
        options,
      })
      return 0
    } finally {
      await store.close()
    }
  } catch (error) {
    return explain(error, deps)
  }
}

function explain(error: unknown, { complain }: AdminDeps): number {
  if (error instanceof UsageError || isParseArgsError(error)) {
    complain(`${(error as Error).message}\n\n${usage}`)
    return 2
  }
  if (error instanceof ConfigError || error instanceof SignerError || error instanceof StoreError) {
    complain(error.message)
    return 1
  }
  throw error
}

function isParseArgsError(error: unknown): boolean {
  const code: unknown = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS_')
}
