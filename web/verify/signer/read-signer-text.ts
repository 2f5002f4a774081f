import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { parseSignerHistory, type SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { addressWords } from '#shared/words/english/pages/signer-names.ts'

export type NamedSigner =
  | { readonly kind: 'history'; readonly history: SignerHistory }
  /** An origin, or the address of the page's own gateway. */
  | { readonly kind: 'gateway'; readonly gateway: string }

/**
 * What a reader may name a signer with: its address, the text of `/api/limits`, or a gateway.
 * @param own the page's own gateway, which may stand below a path of its host
 * @throws {FormatError} SIGNERS_MALFORMED, JSON_MALFORMED
 */
export function readSignerText(text: string, own: string | null): NamedSigner {
  const trimmed = text.trim()
  if (trimmed === own) return { kind: 'gateway', gateway: own }
  if (trimmed.startsWith('0x')) {
    return { kind: 'history', history: parseSignerHistory({ seal_signer: trimmed }) }
  }
  if (trimmed.startsWith('{')) {
    const { value } = parseJsonObject(utf8ToBytes(trimmed))
    return { kind: 'history', history: parseSignerHistory(value) }
  }
  return { kind: 'gateway', gateway: originOf(trimmed) }
}

/** `gateway.example` is taken as https; http is meant only where it is written, or on this machine. */
function originOf(text: string): string {
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/.test(text)
  const address = /^https?:\/\//.test(text) ? text : `${isLocal ? 'http' : 'https'}://${text}`
  if (/[\s%]/.test(text) || text === '' || !URL.canParse(address)) {
    throw new FormatError('SIGNERS_MALFORMED', addressWords.noAddress)
  }
  return new URL(address).origin
}
