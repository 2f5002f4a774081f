import { useMemo } from 'react'
import { sha256Digest } from '#shared/digest.ts'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import { showTime } from '#shared/text/show-time.ts'
import type { SignerSource } from '../judge/signer-source.ts'
import { judgedWords as words } from '#shared/words/english/pages/judged.ts'

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
    () => (brought.bytes === null ? words.unknownDigest : sha256Digest(brought.bytes)),
    [brought.bytes],
  )
  return (
    <dl className="print-only on-paper">
      <dt>{words.file}</dt>
      <dd>
        <bdi>{brought.name}</bdi>
        {brought.bytes !== null && words.bytesLong(brought.bytes.length.toLocaleString('en'))}
      </dd>
      <dt>{words.fileDigest}</dt>
      <dd>
        <code>{digest}</code>
      </dd>
      <dt>{words.receiptDigest}</dt>
      <dd>
        <code>{receipt.digest}</code>
      </dd>
      <dt>{words.signer}</dt>
      <dd>
        {source.kind === words.noSigner ? (
          words.noSigner
        ) : (
          <code>{source.history.current.address}</code>
        )}
      </dd>
      <dt>{words.checkedAt}</dt>
      <dd>{showTime(new Date().toISOString())}</dd>
      <dt>{words.verified}</dt>
      <dd>{words.verifiedMeans}</dd>
      <dt>{words.promised}</dt>
      <dd>{words.promisedMeans}</dd>
      <dt>{words.claim}</dt>
      <dd>{words.claimMeans}</dd>
    </dl>
  )
}
