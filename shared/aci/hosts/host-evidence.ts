import { base64 } from '@scure/base'
import * as Type from 'typebox'
import { parseEventLog, type BootEvent } from '../../attestation/appraise/parse-event-log.ts'
import { parseQuote, type Quote } from '../../attestation/quote/parse-quote.ts'
import { parseHex, utf8ToBytes } from '../../bytes/bytes.ts'
import { checkShape } from '../../check-shape.ts'
import { readOr } from '../../read-or.ts'
import { isJsonObject } from '../../json/is-json-object.ts'
import { parseJsonObject, type JsonObject } from '../../json/parse-json-object.ts'
import * as hostReasons from '../../words/english/enclave/host-reasons.ts'
import type { Session } from './verify-session.ts'

const anyCaseHex = (bytes: number) => Type.String({ pattern: `^(?:0x)?[0-9a-fA-F]{${2 * bytes}}$` })

/** As dstack's proxies before a model serve it (their version 2, which binds a TLS key). */
const EvidenceSchema = Type.Object({
  intel_quote: Type.String({ maxLength: 256 * 1024 }),
  signing_address: anyCaseHex(20),
  tls_cert_fingerprint: anyCaseHex(32),
  request_nonce: anyCaseHex(32),
  event_log: Type.Unknown(),
  info: Type.Object({ tcb_info: Type.Unknown() }),
})

/** What a model's host showed to the aggregator: a TDX quote over the TLS key that it is reached under. */
export interface HostEvidence {
  readonly quote: Quote
  /** SHA-256 of the TLS key's SPKI, 64 lowercase hex digits. */
  readonly spki: string
  /** 20 bytes. */
  readonly signingAddress: Uint8Array
  /** 32 bytes, drawn by the aggregator. */
  readonly nonce: Uint8Array
  readonly eventLog: readonly BootEvent[]
  readonly appCompose: string | null
}

/**
 * The evidence in a session, or a sentence why it is none that is judged here.
 * @throws {FormatError} when it is of the kind that is judged, and cannot be read
 */
export function readHostEvidence({ evidence }: Session): HostEvidence | string {
  const text = /^data:application\/json;base64,(.*)$/s.exec(evidence.data ?? '')?.[1]
  if (text === undefined) return hostReasons.otherKind
  const outer = readJson(text)
  if (outer === null) return hostReasons.noObject
  if (isJsonObject(outer['attestation'])) {
    return hostReasons.noNonce
  }
  const gateway = outer['gateway_attestation']
  const found = isJsonObject(gateway) ? { ...outer, ...gateway } : outer
  if (typeof found['intel_quote'] !== 'string') return hostReasons.noQuote
  const missing = ['tls_cert_fingerprint', 'request_nonce', 'signing_address'].find(
    (name) => typeof found[name] !== 'string',
  )
  if (missing !== undefined) return hostReasons.noMember(missing)
  const { intel_quote, signing_address, tls_cert_fingerprint, request_nonce, event_log, info } =
    checkShape(found, EvidenceSchema, hostReasons.evidence, 'SESSION_MALFORMED')
  return {
    quote: parseQuote(parseHex(plain(intel_quote))),
    spki: plain(tls_cert_fingerprint),
    signingAddress: parseHex(plain(signing_address), 20),
    nonce: parseHex(plain(request_nonce), 32),
    eventLog: parseEventLog(typeof event_log === 'string' ? event_log : JSON.stringify(event_log)),
    appCompose: appComposeIn(info.tcb_info),
  }
}

function readJson(text: string): JsonObject | null {
  try {
    return parseJsonObject(base64.decode(text)).value
  } catch {
    return null
  }
}

/** Lowercase, without `0x`. */
function plain(hex: string): string {
  return hex.toLowerCase().replace(/^0x/, '')
}

/** `tcb_info` is an object, or its JSON text. */
function appComposeIn(tcbInfo: unknown): string | null {
  return readOr(null, () => {
    const value =
      typeof tcbInfo === 'string'
        ? parseJsonObject(utf8ToBytes(tcbInfo)).value
        : (tcbInfo as { readonly app_compose?: unknown } | null)
    const text = value?.['app_compose' as keyof typeof value] as unknown
    return typeof text === 'string' ? text : null
  })
}
