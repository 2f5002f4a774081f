import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import { ConfigError } from './config-error.ts'

interface Credential {
  readonly id: string
  readonly api_key?: string
  readonly api_key_env?: string
}

/** Of an HTTP header's value, without spaces. */
const sendable = /^[\x21-\x7e]+$/

/**
 * The upstream's key: given in the file, or held by the environment variable the file names.
 * @throws {ConfigError} where the variable is empty, or the key could not be sent. It is never repeated.
 */
export function upstreamKey(
  { id, api_key, api_key_env }: Credential,
  variables: Readonly<Record<string, string | undefined>>,
): string | null {
  if (api_key !== undefined) return sendableKey(api_key, `upstream "${id}" api_key`)
  if (api_key_env === undefined) return null
  const key = variables[api_key_env]
  if (key) return sendableKey(key, api_key_env)
  throw new ConfigError(api_key_env, upstreamProblems.emptyKey(id), upstreamProblems.setKey)
}

function sendableKey(key: string, setting: string): string {
  if (sendable.test(key)) return key
  throw new ConfigError(setting, upstreamProblems.notKey, upstreamProblems.copyKey)
}
