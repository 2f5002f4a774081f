import { useEffect, useMemo, useState } from 'react'
import {
  parseReferenceValues,
  type ReferenceValues,
} from '#shared/attestation/parse-reference-values.ts'
import { claims, type CheckId } from '#shared/claims.ts'
import type { Subject } from '#shared/document/subject.ts'
import { FormatError } from '#shared/errors.ts'
import { judgeChain, type ChainJudgement } from '#shared/evidence/judge-chain.ts'
import { apartFromAnswer } from '#shared/evidence/evidence-age.ts'
import type { ReceiptPolicy } from '#shared/receipt/verify-receipt.ts'
import { useLimitedField } from '../components/use-limited-field.ts'
import type { ClaimOf } from '../judge/claim-of.ts'
import type { EvidenceUse } from '../judge/not-established.ts'
import type { ByHand } from '../judge/repeat-by-hand.ts'
import { repeatChainByHand } from '../judge/repeat-chain-by-hand.ts'
import type { SignerSource } from '../judge/signer-source.ts'
import { DownloadButton } from './download-button.tsx'
import { useEvidence, type FetchEvidence } from './use-evidence.ts'

/** What the chain adds to the verdict, with the words for its checks. */
export interface JudgedChain extends ChainJudgement {
  readonly claimOf: ClaimOf
  readonly byHand: (id: CheckId) => ByHand | null
  readonly use: EvidenceUse
}

interface ChainPanelProps {
  readonly subject: Extract<Subject, { kind: 'answer' | 'transcript' }>
  readonly source: SignerSource
  readonly policy: ReceiptPolicy
  /** Null for a file on a disk, which asks nobody. */
  readonly fetchEvidence: FetchEvidence | null
  readonly onJudged: (chain: JudgedChain | null) => void
}

/** Reference values have a few thousand characters. */
const referenceLimit = 64_000

/** Brings in the enclave's own evidence, so that nothing rests on the gateway's word about it. */
export function ChainPanel({ subject, source, policy, fetchEvidence, onJudged }: ChainPanelProps) {
  const { evidence, problem, asking, fetchFrom, open } = useEvidence(subject.svc, fetchEvidence)
  const [pinned, setPinned] = useState('')
  const field = useLimitedField(referenceLimit, setPinned)
  const { reference, complaint } = useMemo(() => readReference(pinned), [pinned])
  const gateway = source.kind === 'gateway' || source.kind === 'pin' ? source.gateway : null

  useEffect(() => {
    if (evidence === null) return onJudged(null)
    const { svc, bytes, kind: form } = subject
    const input = { svc, bytes, form, evidence }
    const judged = judgeChain(input, { reference })
    onJudged({
      ...judged,
      claimOf: (id) => claims[id],
      byHand: (id) => repeatChainByHand(id, input, judged),
      use: {
        origin: evidence.origin,
        apart: apartFromAnswer(evidence, svc.receipt.body.issuedAt),
      },
    })
  }, [evidence, subject, reference, policy, onJudged])

  return (
    <section className="chain-panel" aria-labelledby="chain-title">
      <h2 id="chain-title">The enclave’s own evidence</h2>
      <p>
        So far the gateway says that an enclave answered. With the enclave’s quote this page checks
        it without the gateway: from the maker of the processor to the bytes of this answer.
      </p>
      <div className="row">
        {fetchEvidence !== null && gateway !== null && (
          <button type="button" disabled={asking} onClick={() => void fetchFrom(gateway)}>
            Ask {new URL(gateway).host} for it
          </button>
        )}
        <label className="file-button">
          Open evidence.json
          <input
            type="file"
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file) void open(file)
              target.value = ''
            }}
          />
        </label>
        {evidence !== null && (
          <DownloadButton
            name="evidence.json"
            text={`${JSON.stringify(fileOf(evidence), null, 2)}\n`}
          />
        )}
      </div>
      <p aria-live="polite">
        {asking && 'Asking…'}
        {problem !== null && <span className="problem">{problem}</span>}
      </p>
      <details>
        <summary>What the enclave must measure to</summary>
        <p>
          Take these reference values from somebody who built the software again, not from the
          gateway. Without them no hardware enclave is accepted; the simulated one is known, and
          counts in development mode only.
        </p>
        <textarea
          aria-label="Reference values, JSON"
          rows={5}
          spellCheck={false}
          value={pinned}
          placeholder='{"compose_hashes": ["…"], "app_ids": ["…"], "kms_roots": ["…"], "platforms": […]}'
          onPaste={field.onPaste}
          onChange={field.onChange}
        />
        {(field.complaint ?? complaint) !== null && (
          <p className="problem">{field.complaint ?? complaint}</p>
        )}
      </details>
    </section>
  )
}

function fileOf({
  type,
  nonce,
  fetchedAt,
  offer,
  session,
}: Parameters<typeof judgeChain>[0]['evidence']) {
  return { type, nonce, fetchedAt, offer, ...(session === undefined ? {} : { session }) }
}

function readReference(text: string): {
  readonly reference: ReferenceValues | null
  readonly complaint: string | null
} {
  if (text.trim() === '') return { reference: null, complaint: null }
  try {
    return { reference: parseReferenceValues(JSON.parse(text)), complaint: null }
  } catch (error) {
    if (!(error instanceof FormatError) && !(error instanceof SyntaxError)) throw error
    return { reference: null, complaint: `These cannot be used: ${error.message}` }
  }
}
