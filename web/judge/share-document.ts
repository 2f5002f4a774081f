import type { CheckId } from '#shared/claims.ts'
import type { Disclosure } from '#shared/disclosure/parse-disclosure.ts'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import type { Exchange } from '#shared/svc/verify-answer.ts'
import type { Verdict } from '#shared/verdict.ts'
import type { Salts } from './salts-of.ts'

interface Shareable {
  readonly receipt: Receipt
  readonly verdict: Verdict
  readonly opened: Exchange
  readonly salts: Salts
}

/** What to give away beside the receipt. */
export interface SharedSides {
  readonly prompt: boolean
  readonly response: boolean
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
export function shareDocument(shareable: Shareable, sides: SharedSides): Receipt | Disclosure {
  const { receipt, opened, salts } = shareable
  const proven = provenSides(shareable)
  const withPrompt = sides.prompt && proven.prompt
  const withResponse = sides.response && proven.response
  if (!withPrompt && !withResponse) return receipt
  return {
    type: 'countersign-disclosure/1',
    receipt,
    ...(withPrompt ? { prompt: { messages: opened.messages, salt: salts.prompt } } : {}),
    ...(withResponse ? { response: { message: opened.message, salt: salts.response } } : {}),
  } as Disclosure
}
