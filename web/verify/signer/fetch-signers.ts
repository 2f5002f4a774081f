import { FormatError } from '#shared/errors.ts'
import { parseSignerHistory, type SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { fetchFromGateway, GatewayUnreachable } from '../../fetch-evidence.ts'

/** @throws {GatewayUnreachable} */
export async function fetchSigners(gateway: string): Promise<SignerHistory> {
  const { value } = await fetchFromGateway(gateway, '/api/limits')
  try {
    return parseSignerHistory(value)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new GatewayUnreachable(`${new URL(gateway).host} publishes no signing address.`)
  }
}
