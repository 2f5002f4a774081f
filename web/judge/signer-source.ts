import type { Operator } from '#shared/limits-statement/parse-operator.ts'
import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { signerNameWords as words } from '#shared/words/english/pages/signer-names.ts'

/** Where the reader has the signing address from; the file is never one of these. */
export type SignerSource =
  | { readonly kind: 'none' }
  /** Fetched from `/api/limits` of the gateway that the reader named. */
  | {
      readonly kind: 'gateway'
      readonly gateway: string
      readonly history: SignerHistory
      /** Null where nobody says who runs it. */
      readonly operator: Operator | null
    }
  /** Remembered in this browser since the reader first pinned it. */
  | { readonly kind: 'pin'; readonly gateway: string; readonly history: SignerHistory }
  | { readonly kind: 'typed'; readonly history: SignerHistory }
  /** A key made for the drill, or for the example of the first page. */
  | { readonly kind: 'drill' | 'example'; readonly history: SignerHistory }

export function historyOf(source: SignerSource): SignerHistory | null {
  return source.kind === 'none' ? null : source.history
}

/** Who signed, in the words of a sentence: named by where the reader has the address from. */
export function signerName(source: SignerSource): string {
  switch (source.kind) {
    case 'none':
      return words.somebody
    case 'gateway':
    case 'pin':
      return new URL(source.gateway).host
    case 'typed':
      return words.addressTyped
    case 'drill':
      return words.drillKey
    case 'example':
      return words.exampleKey
  }
}
