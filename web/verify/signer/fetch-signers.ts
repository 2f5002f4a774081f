import { FormatError } from '#shared/errors.ts'
import { parseSignerHistory, type SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { fetchFromGateway, GatewayUnreachable } from '../../fetch-evidence.ts'
import { verifyWords as words } from '#shared/words/english/verify-page.ts'

/** @throws {GatewayUnreachable} */
export async function fetchSigners(gateway: string): Promise<SignerHistory> {
  const { value } = await fetchFromGateway(gateway, '/api/limits')
  try {
    return parseSignerHistory(value)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new GatewayUnreachable(words.noAddress(new URL(gateway).host))
  }
}
