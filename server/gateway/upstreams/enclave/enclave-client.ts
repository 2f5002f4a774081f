import { enclaveReasons } from '#shared/words/english/errors/enclave-errors.ts'
import { getDocument } from './get-document.ts'
import type { Line } from './connection/lines.ts'

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

interface ReportInput {
  readonly line: Line
  readonly address: EnclaveAddress
  /** 64 lowercase hex digits. */
  readonly nonce: string
  readonly timeoutMs: number
}

/** Somebody answered, and not with a report. */
export class ReportRefused extends Error {
  override readonly name = 'ReportRefused'

  constructor(path: string, status: number) {
    const hint = status === 404 ? enclaveReasons.baseHint : ''
    super(enclaveReasons.answered(path, status, hint))
  }
}

/**
 * The report of the replica at the other end. Any key will do to ask: the report proves itself, and
 * nothing secret is sent.
 * @throws {ReportRefused} {Error} when there is none
 */
export async function fetchReport(input: ReportInput): Promise<Uint8Array> {
  const path = `${input.address.prefix}/aci/attestation`
  const { status, bytes } = await getDocument(input.line.dispatcher, {
    path: `${path}?nonce=${input.nonce}`,
    timeoutMs: input.timeoutMs,
  })
  if (status !== 200) throw new ReportRefused(path, status)
  return bytes
}
