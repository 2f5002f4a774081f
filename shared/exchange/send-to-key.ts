import { readWhole } from './broken-off.ts'
import { passedOn, readRefusal, type RelayedResponse } from './relay-client.ts'

interface Sent {
  readonly response: RelayedResponse
}

/**
 * Sends what was encrypted to an enclave. Where the enclave has other keys by now, it is verified again, and the request encrypted
 * anew.
 * @throws {ExchangeRefused}
 */
export async function sendToKey<Offer, Answered extends Sent>(
  first: Offer,
  send: (offer: Offer) => Promise<Answered>,
  again: () => Promise<Offer>,
): Promise<Answered & { readonly offer: Offer }> {
  const sent = await send(first)
  const { status, body, headers } = sent.response
  if (status !== 400) return { ...sent, offer: first }
  const refusal = await readWhole(body)
  if (readRefusal(refusal)?.code !== 'e2ee_model_key_mismatch') {
    throw passedOn(400, refusal, headers)
  }
  const offer = await again()
  return { ...(await send(offer)), offer }
}
