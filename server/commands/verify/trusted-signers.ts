import { FormatError } from '#shared/errors.ts'
import { parseSignerHistory, type SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { ConfigError } from '../../gateway/common/config-error.ts'
import { getJson } from './get-json.ts'
import type { VerifyOptions } from './parse-verify-options.ts'
import { verifyCommandWords as words } from '#shared/words/english/programs/verify-command.ts'

/** Never out of the file: an address that came with it proves only that its author signed it. */
export async function trustedSigners({
  gateway,
  signer,
}: VerifyOptions): Promise<SignerHistory | null> {
  if (signer !== null) return { current: { address: signer }, retired: [] }
  if (gateway === null) {
    process.stderr.write(`${words.noSigner}\n`)
    return null
  }
  try {
    return parseSignerHistory(await getJson(`${baseTextOf(gateway)}/api/limits`))
  } catch (error) {
    if (error instanceof FormatError || error instanceof ConfigError) throw error
    throw new ConfigError('--gateway', words.unreachable, words.unreachableFix)
  }
}

/** Without `/v1`. @throws {ConfigError} */
export function gatewayBase(gateway: string): URL {
  try {
    return new URL(gateway.replace(/\/+$/, '').replace(/\/v1$/, ''))
  } catch {
    throw new ConfigError('--gateway', words.notUrl, words.notUrlFix)
  }
}

/** The same as text, to which paths are added. @throws {ConfigError} */
export function baseTextOf(gateway: string): string {
  return gatewayBase(gateway).href.replace(/\/+$/, '')
}
