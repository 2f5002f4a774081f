import { parseUtf8 } from '#shared/bytes.ts'
import { FormatError } from '#shared/errors.ts'
import { readAll } from '#shared/exchange/relay-client.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { parseSignerHistory, type SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { boundedBody } from '../bounded-body.ts'
import { ConfigError } from '../config/config-error.ts'
import type { VerifyOptions } from './parse-verify-options.ts'

/** How much of `/api/limits` is waited for. */
const limitsBounds = { bytes: 4 * 1024 * 1024, ms: 20_000 }

/** Never out of the file: an address that came with it proves only that its author signed it. */
export async function trustedSigners({
  gateway,
  signer,
}: VerifyOptions): Promise<SignerHistory | null> {
  if (signer !== null) return { current: { address: signer }, retired: [] }
  if (gateway === null) {
    process.stderr.write(
      'Nobody is known who may have signed: name the gateway with --gateway, or its signing address with --signer.\n',
    )
    return null
  }
  const base = gatewayBase(gateway).href.replace(/\/+$/, '')
  try {
    const signal = AbortSignal.timeout(limitsBounds.ms)
    const response = await fetch(`${base}/api/limits`, { signal })
    const body = await readAll(boundedBody(response.body ?? new Blob().stream(), limitsBounds))
    return parseSignerHistory(parseJsonObject(body, parseUtf8).value)
  } catch (error) {
    if (error instanceof FormatError) throw error
    throw new ConfigError('--gateway', 'cannot be reached', 'Check the address, or use --signer')
  }
}

/** Without `/v1`. @throws {ConfigError} */
export function gatewayBase(gateway: string): URL {
  try {
    return new URL(gateway.replace(/\/+$/, '').replace(/\/v1$/, ''))
  } catch {
    throw new ConfigError('--gateway', 'is no address', 'Use https://gateway.example.com')
  }
}
