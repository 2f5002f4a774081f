import type { Json } from '../canonical-json.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { parseOperator, type Operator } from './parse-operator.ts'
import { parseSignerHistory, type SignerHistory } from '../receipt/parse-signer-history.ts'

export interface NotPromised {
  readonly id: string
  readonly text: string
  /** What in the running system makes it so. */
  readonly because: string
}

export interface LimitsStatement {
  readonly signers: SignerHistory
  readonly notPromised: readonly NotPromised[]
  /** Null where nobody says who runs the gateway. */
  readonly operator: Operator | null
}

/**
 * Reads the answer of `/api/limits`. A statement of another form is shown as it stands rather than
 * left out: it may be the one that matters.
 * @throws {FormatError} SIGNERS_MALFORMED
 */
export function parseLimits(value: JsonObject): LimitsStatement {
  const statements = value['not_promised']
  return {
    signers: parseSignerHistory(value),
    operator: parseOperator(value),
    notPromised: Array.isArray(statements)
      ? (statements as readonly Json[]).map(parseStatement)
      : [],
  }
}

function parseStatement(statement: Json, index: number): NotPromised {
  const { id, text, because } = (statement ?? {}) as { readonly [member: string]: Json }
  return {
    id: typeof id === 'string' ? id : `statement-${index}`,
    text: typeof text === 'string' ? text : JSON.stringify(statement),
    because: typeof because === 'string' ? because : '',
  }
}
