import type { CheckId } from '#shared/claims.ts'
import type { Disclosure } from '#shared/disclosure/parse-disclosure.ts'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import type { Exchange } from '#shared/svc/verify-answer.ts'
import type { Verdict } from '#shared/verdict.ts'
import type { Salts } from './salts-of.ts'

export interface Shareable {
  readonly receipt: Receipt
  readonly verdict: Verdict
  readonly opened: Exchange
  readonly salts: Salts
  /** What the enclave signed, and where its evidence is kept, where the file brings it. */
  readonly enclave: Pick<Disclosure, 'enclave_receipt' | 'enclave_receipt_id' | 'evidence'> | null
}

interface SharedSides {
  readonly prompt: boolean
  readonly response: boolean
}

/** What to give away beside the receipt. */
export interface Shared extends SharedSides {
  /** The enclave's receipt: it holds a digest of the whole request without a salt. */
  readonly enclave: boolean
}

/** The sides whose commitment opened, and that can therefore be proven to somebody else. */
export function provenSides({ verdict, opened, salts }: Shareable): SharedSides {
  const passed = (id: CheckId) =>
    verdict.checks.some((check) => check.id === id && check.status === 'pass')
  return {
    prompt: passed('commitment.prompt') && opened.messages !== undefined && !!salts.prompt,
    response: passed('commitment.response') && opened.message !== undefined && !!salts.response,
  }
}

/** The receipt alone, or a disclosure; a side that is not asked for leaves no salt in it. */
export function shareDocument(shareable: Shareable, sides: Shared): Receipt | Disclosure {
  const { receipt, opened, salts } = shareable
  const enclave = sides.enclave ? shareable.enclave : null
  const proven = provenSides(shareable)
  const withPrompt = sides.prompt && proven.prompt
  const withResponse = sides.response && proven.response
  if (!withPrompt && !withResponse && enclave === null) return receipt
  return {
    type: 'countersign-disclosure/1',
    receipt,
    ...(withPrompt ? { prompt: { messages: opened.messages, salt: salts.prompt } } : {}),
    ...(withResponse ? { response: { message: opened.message, salt: salts.response } } : {}),
    ...enclave,
  } as Disclosure
}
