import { useLayoutEffect, useMemo, useState, type ReactNode, type RefObject } from 'react'
import {
  parseReferenceValues,
  type ReferenceValues,
} from '#shared/attestation/appraise/parse-reference-values.ts'
import { claims, type CheckId } from '#shared/claims.ts'
import { FormatError } from '#shared/errors.ts'
import type { ChainSubject } from '#shared/judge/chain-subject.ts'
import type { EvidenceOrigin } from '#shared/judge/evidence-leaves-open.ts'
import type { ChainJudgement } from '#shared/judge/judge-chain.ts'
import type { Check } from '#shared/verdict.ts'
import { ChainPicture } from '../../components/chain-picture.tsx'
import { useLimitedField } from '../../components/use-limited-field.ts'
import { chainLinks, type ChainKind } from '../../judge/chain-links.ts'
import type { ClaimOf } from '../../judge/claim-of.ts'
import type { ByHand } from '../../judge/by-hand.ts'
import { repeatChainByHand } from '../../judge/repeat-chain-by-hand.ts'
import type { SignerSource } from '../../judge/signer-source.ts'
import { ChainPanelFrame } from './chain-panel-frame.tsx'
import { DownloadButton } from '../share/download-button.tsx'
import type { EvidenceWait } from './use-evidence-wait.ts'
import { useEvidence, type FetchEvidence } from './use-evidence.ts'
import { evidenceWords } from '#shared/words/english/pages/evidence.ts'
import { evidencePanelWords as words } from '#shared/words/english/pages/evidence-panel.ts'

/** What the chain adds to the verdict, with the words for its checks. */
export interface JudgedChain extends ChainJudgement {
  readonly claimOf: ClaimOf
  readonly byHand: (id: CheckId) => ByHand | null
  readonly origin: EvidenceOrigin
  /** The picture of it, beside all the checks of the answer. */
  readonly draw: (whole: DrawnChain) => ReactNode
}

interface DrawnChain extends Pick<ChainKind, 'enclave' | 'naming'> {
  readonly checks: readonly Check[]
  /** Of the answer alone. */
  readonly required: readonly CheckId[]
}

interface ChainPanelProps {
  readonly subject: ChainSubject
  readonly source: SignerSource
  /** Null for a file on a disk, which asks nobody. */
  readonly fetchEvidence: FetchEvidence | null
  readonly onJudged: (chain: JudgedChain | null) => void
  readonly onWait: (wait: EvidenceWait) => void
  /** Where it is said why evidence was refused. */
  readonly problemPlace: RefObject<HTMLParagraphElement | null>
}

/** Reference values have a few thousand characters. */
const referenceLimit = 64_000

/** Brings in the enclave's own evidence, so that nothing rests on the gateway's word about it. */
export function ChainPanel({
  subject,
  source,
  fetchEvidence,
  onJudged,
  onWait,
  problemPlace,
}: ChainPanelProps) {
  const { evidence, problem, awaits, fetchFrom, open } = useEvidence(subject.svc, fetchEvidence)
  const [pinned, setPinned] = useState('')
  const { reference, complaint } = useMemo(() => readReference(pinned), [pinned])
  const gateway = source.kind === 'gateway' || source.kind === 'pin' ? source.gateway : null

  // Before anything is painted: what another evidence showed is not seen beside this one.
  useLayoutEffect(() => {
    if (evidence === null) return onJudged(null)
    const judged = evidence.judge(subject, { reference })
    onJudged({
      ...judged,
      claimOf: (id) => claims[id],
      byHand: (id) => repeatChainByHand(id, subject, judged),
      origin: evidence.origin,
      draw({ checks, required, ...kind }) {
        const all = [...required, ...judged.required]
        const links = chainLinks(checks, all, { ...kind, origin: evidence.origin })
        return <ChainPicture links={links} />
      },
    })
  }, [evidence, subject, reference, onJudged])

  useLayoutEffect(
    () => onWait(awaits === 'nothing' && problem !== null ? 'refused' : awaits),
    [awaits, problem, onWait],
  )

  const row = (
    <>
      {fetchEvidence !== null && gateway !== null && (
        <button
          type="button"
          disabled={awaits !== 'nothing'}
          onClick={() => void fetchFrom(gateway)}
        >
          {words.ask(new URL(gateway).host)}
        </button>
      )}
      <label className="button file-button">
        {evidenceWords.open}
        <input
          type="file"
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) void open(file)
            target.value = ''
          }}
        />
      </label>
      {evidence !== null && <DownloadButton name="evidence.json" text={evidence.text} />}
    </>
  )
  return (
    <ChainPanelFrame row={row}>
      <p aria-live="polite" tabIndex={-1} ref={problemPlace}>
        {problem !== null && <span className="problem">{problem}</span>}
      </p>
      <ReferenceField text={pinned} onText={setPinned} complaint={complaint} />
    </ChainPanelFrame>
  )
}

interface ReferenceFieldProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly complaint: string | null
}

function ReferenceField({ text, onText, complaint }: ReferenceFieldProps) {
  const field = useLimitedField(referenceLimit, onText)
  return (
    <details>
      <summary>{evidenceWords.reference}</summary>
      <p>{words.referenceHint}</p>
      <textarea
        aria-label={words.referenceField}
        rows={5}
        spellCheck={false}
        value={text}
        placeholder='{"compose_hashes": ["…"], "app_ids": ["…"], "kms_roots": ["…"], "platforms": […]}'
        onPaste={field.onPaste}
        onChange={field.onChange}
      />
      {(field.complaint ?? complaint) !== null && (
        <p className="problem">{field.complaint ?? complaint}</p>
      )}
    </details>
  )
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
    return { reference: null, complaint: words.referenceProblem(error.message) }
  }
}
