import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import { showTime } from '#shared/text/show-time.ts'
import type { SignerSource } from '../judge/signer-source.ts'

interface OnPaperProps {
  readonly receipt: Receipt
  readonly source: SignerSource
}

/** What a print names, so that whoever holds it can find receipt and signer again. */
export function OnPaper({ receipt, source }: OnPaperProps) {
  return (
    <dl className="print-only on-paper">
      <dt>Digest of the receipt</dt>
      <dd>
        <code>{receipt.digest}</code>
      </dd>
      <dt>Judged by the signer</dt>
      <dd>{source.kind === 'none' ? 'none' : <code>{source.history.current.address}</code>}</dd>
      <dt>Drawn at</dt>
      <dd>{showTime(new Date().toISOString())}</dd>
    </dl>
  )
}
