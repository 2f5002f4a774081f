import { Pool } from 'undici'
import { createPinnedConnector, type PeerKey } from './pinned-connector.ts'
import { getDocument } from './get-document.ts'

export interface EnclaveAddress {
  /** Origin of the service. */
  readonly origin: string
  readonly host: string
  /** Path before `/chat/completions` and `/aci/…`, such as `/v1`. */
  readonly prefix: string
}

export function readAddress(baseUrl: string): EnclaveAddress {
  const { origin, hostname, pathname } = new URL(baseUrl)
  return { origin, host: hostname, prefix: pathname.replace(/\/+$/, '') }
}

export interface ReportFetch {
  readonly report: Uint8Array
  /** The key at the end of the connection over which it came. */
  readonly peer: PeerKey
}

interface ReportInput {
  readonly address: EnclaveAddress
  readonly authorities: readonly string[]
  /** 64 lowercase hex digits. */
  readonly nonce: string
  readonly timeoutMs: number
}

/**
 * The enclave's report over a connection of its own, so that the key seen is the key in use now. Any
 * key will do to ask: the report proves itself, and nothing secret is sent.
 * @throws {Error} when there is none
 */
export async function fetchReport(input: ReportInput): Promise<ReportFetch> {
  let peer: PeerKey = { spki: null, isVouchedFor: false }
  const pool = new Pool(input.address.origin, {
    connections: 1,
    connect: createPinnedConnector({
      accept(seen) {
        peer = seen
        return true
      },
      timeoutMs: input.timeoutMs,
      authorities: input.authorities,
    }),
  })
  try {
    const { status, bytes } = await getDocument(pool, {
      path: `${input.address.prefix}/aci/attestation?nonce=${input.nonce}`,
      timeoutMs: input.timeoutMs,
    })
    if (status !== 200) throw new Error(`the enclave answered with status ${status}`)
    return { report: bytes, peer }
  } finally {
    await pool.destroy()
  }
}
