import { useEffect, useState } from 'react'
import type { ReceiptPolicy } from '#shared/receipt/verify-receipt.ts'
import { PageFrame } from '../components/page-frame.tsx'
import { BroughtForm } from './file/brought-form.tsx'
import { ChangedSigner } from './signer/changed-signer.tsx'
import { DrillPanel } from './drill-panel.tsx'
import { InputPanel } from './file/input-panel.tsx'
import { OfflineNote } from './offline-note.tsx'
import { Outcome } from './outcome.tsx'
import { isForeign, signedBy } from './signer/signed-by.ts'
import { SignerPanel } from './signer/signer-panel.tsx'
import type { FetchEvidence } from './enclave/use-evidence.ts'
import { useFile } from './file/use-file.ts'
import { useSigner, type FetchSigners } from './signer/use-signer.ts'
import { verifyWords as words } from '#shared/words/english/pages/verify-page.ts'

export type VerifyEdition =
  | {
      readonly kind: 'online'
      /** The gateway that serves the page. */
      readonly gateway: string
      readonly fetchSigners: FetchSigners
      readonly fetchEvidence: FetchEvidence
    }
  /** One file on a disk: it has no gateway of its own and asks nobody. */
  | { readonly kind: 'offline' }

const offline = { gateway: null, fetchSigners: null } as const

export function VerifyPage({ edition }: { readonly edition: VerifyEdition }) {
  const isOnline = edition.kind === 'online'
  const gateway = isOnline ? edition.gateway : ''
  const { file, ...bring } = useFile()
  const signer = useSigner(isOnline ? edition : offline)
  const [policy, setPolicy] = useState<ReceiptPolicy>({ simulatedEnclave: 'reject' })
  const { use } = signer

  useEffect(() => {
    if (gateway !== '') void use(gateway)
    // The gateway that serves this page is asked once; afterwards the reader names another.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [gateway])

  return (
    <PageFrame current="verify" navigation={isOnline ? 'shown' : 'left-out'}>
      <h1 className={file === null ? undefined : 'is-small'}>{words.title}</h1>
      <BroughtForm
        file={file}
        isSignerNamed={
          signer.isFirstAsked ||
          (signer.source.kind !== 'none' && !isForeign(signedBy(file), signer.source))
        }
      >
        <p className="lead">{isOnline ? words.leadOnline : words.lead}</p>
        <div className="two-columns">
          <InputPanel {...bring} />
          <SignerPanel
            signer={signer}
            signedBy={signedBy(file)}
            proposed={gateway}
            network={isOnline ? 'asks the gateway' : 'none'}
          />
        </div>
      </BroughtForm>
      <ChangedSigner signer={signer} />
      <Outcome
        file={file}
        signer={signer}
        policy={policy}
        onPolicy={setPolicy}
        servedBy={isOnline ? gateway : null}
        fetchEvidence={isOnline ? edition.fetchEvidence : null}
      />
      <DrillPanel />
      {isOnline && (
        <footer className="settings">
          <OfflineNote />
        </footer>
      )}
    </PageFrame>
  )
}
