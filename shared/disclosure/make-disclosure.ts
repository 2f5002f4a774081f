import type { Json } from '../canonical-json.ts'
import type { Svc } from '../svc/parse-svc.ts'
import type { Disclosure } from './parse-disclosure.ts'

/** What to disclose: a part that is not handed in stays hidden, and so does its salt. */
export interface Disclosed {
  readonly messages?: Json
  readonly message?: Json
}

/** A receipt with only the chosen parts of the exchange, for somebody else to check. */
export function makeDisclosure(
  { receipt, commitment_salts }: Pick<Svc, 'receipt' | 'commitment_salts'>,
  parts: Disclosed,
): Disclosure {
  return {
    type: 'countersign-disclosure/1',
    receipt,
    ...(parts.messages === undefined
      ? {}
      : { prompt: { messages: parts.messages, salt: commitment_salts.prompt } }),
    ...(parts.message === undefined
      ? {}
      : { response: { message: parts.message, salt: commitment_salts.response } }),
  }
}
