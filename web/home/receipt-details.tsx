import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import { Copyable } from '../components/copyable.tsx'

/** The receipt of an answer as it came, to look at and to take away. */
export function ReceiptDetails({ receipt }: { readonly receipt: Receipt }) {
  return (
    <details className="receipt">
      <summary>Its receipt</summary>
      <dl>
        <dt>Digest of its body</dt>
        <dd>
          <code>{receipt.digest}</code>
        </dd>
        <dt>Signed by</dt>
        <dd>
          <code>{receipt.signer}</code>
        </dd>
      </dl>
      <Copyable text={JSON.stringify(receipt, null, 2)} what="the receipt" />
    </details>
  )
}
