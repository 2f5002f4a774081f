import { existsSync, readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'
import type { GatewayConfig } from './gateway-config-schema.ts'
import { parseGatewayConfig } from './parse-gateway-config.ts'

const defaultPath = './gateway.config.json'

/**
 * The configuration file, or null when none was named and `./gateway.config.json` is absent.
 * @throws {ConfigError}
 */
export function readGatewayConfig(configPath: string | null): GatewayConfig | null {
  const path = configPath ?? defaultPath
  if (configPath === null && !existsSync(path)) return null
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? 'unknown reason'
    throw new ConfigError(
      'GATEWAY_CONFIG',
      `${path} cannot be read (${reason})`,
      'Name a file that exists and that this user may read',
    )
  }
  return parseGatewayConfig(text, path)
}
