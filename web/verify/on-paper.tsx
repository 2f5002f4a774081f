import { useMemo } from 'react'
import { sha256Digest } from '#shared/digest.ts'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import { showTime } from '#shared/text/show-time.ts'
import type { SignerSource } from '../judge/signer-source.ts'

export interface Brought {
  readonly name: string
  readonly bytes: Uint8Array | null
}

interface OnPaperProps {
  readonly brought: Brought
  readonly receipt: Receipt
  readonly source: SignerSource
}

/** What a print names, so that whoever holds it can find file, receipt and signer again, and what its words mean. */
export function OnPaper({ brought, receipt, source }: OnPaperProps) {
  const digest = useMemo(
    () => (brought.bytes === null ? 'not known' : sha256Digest(brought.bytes)),
    [brought.bytes],
  )
  return (
    <dl className="print-only on-paper">
      <dt>File</dt>
      <dd>
        <bdi>{brought.name}</bdi>
        {brought.bytes !== null && `, ${brought.bytes.length.toLocaleString('en')} bytes`}
      </dd>
      <dt>SHA-256 of the file</dt>
      <dd>
        <code>{digest}</code>
      </dd>
      <dt>Digest of the receipt</dt>
      <dd>
        <code>{receipt.digest}</code>
      </dd>
      <dt>Checked against the signer</dt>
      <dd>{source.kind === 'none' ? 'none' : <code>{source.history.current.address}</code>}</dd>
      <dt>Checked at</dt>
      <dd>{showTime(new Date().toISOString())}</dd>
      <dt>“Verified”</dt>
      <dd>This program checked the evidence itself.</dd>
      <dt>“Promised”</dt>
      <dd>The operator says so, and signed it. Nobody can check it.</dd>
      <dt>“Claim”</dt>
      <dd>The gateway or the provider says that it checked.</dd>
    </dl>
  )
}
