import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import { Copyable } from '../components/copyable.tsx'
import { homeWords as words } from '#shared/words/english/pages/home.ts'

/** The receipt of an answer as it came, to look at and to take away. */
export function ReceiptDetails({ receipt }: { readonly receipt: Receipt }) {
  return (
    <details className="receipt">
      <summary>{words.receipt}</summary>
      <dl>
        <dt>{words.digest}</dt>
        <dd>
          <code>{receipt.digest}</code>
        </dd>
        <dt>{words.signedBy}</dt>
        <dd>
          <code>{receipt.signer}</code>
        </dd>
      </dl>
      <Copyable text={JSON.stringify(receipt, null, 2)} what={words.theReceipt} />
    </details>
  )
}
