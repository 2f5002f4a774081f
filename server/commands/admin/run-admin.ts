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
import { TrustedRootError } from './trusted-root-error.ts'
import { UsageError } from './usage-error.ts'
import { adminWords as words } from '#shared/words/english/programs/admin-command.ts'

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
        pin: { type: 'boolean' },
        ask: { type: 'boolean' },
        record: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const { help, ...options } = values
    const [name, ...operands] = positionals
    if (name === 'help' || help === true) {
      deps.say(words.usage)
      return 0
    }
    if (name === undefined) throw new UsageError(words.noCommand)
    const command = commands.get(name)
    if (!command) throw new UsageError(words.unknownCommand(name))
    const { operands: named, mayName } = command
    const most = named.length + (mayName === undefined ? 0 : 1)
    if (operands.length < named.length || operands.length > most) {
      throw new UsageError(words.takes(name, named.join(words.and) || words.noOperand))
    }
    const taken: readonly string[] = command.options
    const stray = Object.keys(options).find((given) => !taken.includes(given))
    if (stray !== undefined) throw new UsageError(words.strayOption(name, stray))

    if ('runAlone' in command) {
      return await command.runAlone(deps, { operands, options })
    }
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
    complain(`${(error as Error).message}\n\n${words.usage}`)
    return 2
  }
  if (error instanceof TrustedRootError) {
    complain(words.rootNotRenewed(error.message))
    return 1
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
