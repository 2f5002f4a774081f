import { FormatError } from '#shared/errors.ts'
import { parseOperator, type Operator } from '#shared/limits-statement/parse-operator.ts'
import { parseSignerHistory, type SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { fetchFromGateway, GatewayUnreachable } from '../../fetch-evidence.ts'
import { verifyWords as words } from '#shared/words/english/pages/verify-page.ts'

/** What a gateway publishes of who signs for it, and who runs it. */
export interface PublishedSigners {
  readonly history: SignerHistory
  readonly operator: Operator | null
}

/** @throws {GatewayUnreachable} */
export async function fetchSigners(gateway: string): Promise<PublishedSigners> {
  const { value } = await fetchFromGateway(gateway, '/api/limits')
  try {
    return { history: parseSignerHistory(value), operator: parseOperator(value) }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new GatewayUnreachable(words.noAddress(new URL(gateway).host))
  }
}
