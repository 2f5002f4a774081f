import { useEffect, useState } from 'react'
import type { ReceiptPolicy } from '#shared/receipt/verify-receipt.ts'
import { FailureBoundary } from '#shared/ui/failure-boundary.tsx'
import { PageFrame } from '../components/page-frame.tsx'
import { PartMissing } from '../components/part-missing.tsx'
import { RefusalPanel } from '../components/refusal-panel.tsx'
import { showText } from '#shared/text/show-text.ts'
import { DrillPanel } from './drill-panel.tsx'
import { InputPanel } from './input-panel.tsx'
import { OfflineNote } from './offline-note.tsx'
import { SignerPanel } from './signer-panel.tsx'
import type { FetchEvidence } from './use-evidence.ts'
import { useFile } from './use-file.ts'
import { useSigner, type FetchSigners } from './use-signer.ts'
import { useVerifier } from './use-verifier.ts'

export type VerifyEdition =
  | {
      readonly kind: 'online'
      readonly origin: string
      readonly fetchSigners: FetchSigners
      readonly fetchEvidence: FetchEvidence
    }
  /** One file on a disk: it has no gateway of its own and asks nobody. */
  | { readonly kind: 'offline' }

export function VerifyPage({ edition }: { readonly edition: VerifyEdition }) {
  const isOnline = edition.kind === 'online'
  const origin = isOnline ? edition.origin : ''
  const { file, readText, readBlob } = useFile()
  const signer = useSigner(isOnline ? edition.fetchSigners : null)
  const [policy, setPolicy] = useState<ReceiptPolicy>({ simulatedEnclave: 'reject' })
  const verifier = useVerifier(file === null ? 'none' : 'given')
  const { use } = signer

  useEffect(() => {
    if (origin !== '') void use(origin)
    // The gateway that serves this page is asked once; afterwards the reader names another.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [origin])

  return (
    <PageFrame current="verify" navigation={isOnline ? 'shown' : 'left-out'}>
      <h1>Check a receipt</h1>
      <p className="lead">
        Everything is computed in this page. What you check is sent to nobody
        {isOnline
          ? '; only the gateway you name is asked, for its signing address and an enclave’s evidence.'
          : '.'}
      </p>
      <div className="two-columns">
        <InputPanel readText={readText} readBlob={readBlob} />
        <SignerPanel
          signer={signer}
          proposed={origin}
          network={isOnline ? 'asks the gateway' : 'none'}
        />
      </div>
      {file && 'sentence' in file.document && (
        <RefusalPanel refusal={file.document} name={showText(file.name, 80)} />
      )}
      {file && !('sentence' in file.document) && verifier === 'failed' && <PartMissing />}
      {file && !('sentence' in file.document) && typeof verifier === 'object' && (
        <FailureBoundary key={file.number} instead={<NotJudged />}>
          <verifier.JudgedDocument
            document={file.document}
            source={signer.source}
            policy={policy}
            onPolicy={setPolicy}
            servedBy={isOnline ? origin : null}
            fetchEvidence={isOnline ? edition.fetchEvidence : null}
          />
        </FailureBoundary>
      )}
      <DrillPanel />
      {isOnline && (
        <footer className="settings">
          <OfflineNote />
        </footer>
      )}
    </PageFrame>
  )
}

function NotJudged() {
  return (
    <p className="alert" role="alert">
      This document could not be judged: this page failed at it, and nothing about it is
      established.
    </p>
  )
}
