import { setTimeout as delay } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { getDocument } from './get-document.ts'

interface ReceiptFetch {
  readonly dispatcher: Dispatcher
  /** Path up to `/aci/…`. */
  readonly prefix: string
  /** From `X-Receipt-Id`. */
  readonly receiptId: string
  /** The same credential as the answer was asked with. */
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/** Behind a load balancer another replica may be asked first, which knows nothing: waits between tries. */
const pausesMs = [0, 100, 300, 800, 1_500, 2_300] as const

/** The enclave's receipt as served, or null when there is none (PROTOCOL.md §1.1). */
export async function fetchEnclaveReceipt(input: ReceiptFetch): Promise<Uint8Array | null> {
  for (const pauseMs of pausesMs) {
    if (pauseMs > 0) await delay(pauseMs)
    try {
      const { status, bytes } = await getDocument(input.dispatcher, {
        path: `${input.prefix}/aci/receipts/${encodeURIComponent(input.receiptId)}`,
        headers: input.headers,
        timeoutMs: input.timeoutMs,
      })
      if (status === 200) return bytes
      if (status !== 404) return null
    } catch {
      // The connection may have gone to a replica that is ending: another try takes another.
    }
  }
  return null
}
