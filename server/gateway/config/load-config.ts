import { configProblems } from '#shared/words/english/configuration/config-problems.ts'
import { existsSync, readFileSync } from 'node:fs'
import { mismatchWords } from '#shared/words/english/configuration/mismatch-words.ts'
import { ConfigError } from '../common/config-error.ts'
import type { GatewayConfig } from './gateway-config-schema.ts'

const defaultPath = './gateway.config.json'

/**
 * The configuration file, or null when none was named and `./gateway.config.json` is absent.
 * @throws {ConfigError}
 */
export async function readGatewayConfig(configPath: string | null): Promise<GatewayConfig | null> {
  const path = configPath ?? defaultPath
  if (configPath === null && !existsSync(path)) return null
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? mismatchWords.unknownReason
    throw new ConfigError(
      'GATEWAY_CONFIG',
      configProblems.unreadableFile(path, reason),
      configProblems.nameFile,
    )
  }
  // The schemas bring every kind of upstream with them; commands without a file do without.
  const { parseGatewayConfig } = await import('./parse-gateway-config.ts')
  return parseGatewayConfig(text, path)
}
