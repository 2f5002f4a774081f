import { lazy, Suspense, useMemo, useState } from 'react'
import type { ReceiptPolicy } from '#shared/receipt/verify-receipt.ts'
import { CheckList } from '../components/check-list.tsx'
import { ExchangeView } from '../components/exchange-view.tsx'
import { PartMissing } from '../components/part-missing.tsx'
import { VerdictPanel } from '../components/verdict-panel.tsx'
import { receiptClaimOf } from '../judge/claim-of.ts'
import { askedOf } from '../judge/asked-of.ts'
import { describeSubject } from '../judge/describe-subject.ts'
import { judgeSubject } from '#shared/judge/judge-subject.ts'
import { chainSubjectOf, enclaveMembers } from '#shared/judge/chain-subject.ts'
import { isSimulated } from '#shared/judge/state/state-of.ts'
import { saltsOf } from '../judge/salts-of.ts'
import { historyOf, signerName, type SignerSource } from '../judge/signer-source.ts'
import { requiredAnswerChecks } from '#shared/svc/verify-answer.ts'
import { modelAskedIn, type Subject } from '#shared/document/subject.ts'
import { subjectNames } from '#shared/words/english/verdict/subject-names.ts'
import { ChainPanelToCome } from './enclave/chain-panel-frame.tsx'
import type { JudgedChain } from './enclave/chain-panel.tsx'
import { DevelopmentSwitch } from './development-switch.tsx'
import { OnPaper, type Brought } from './on-paper.tsx'
import { PrintPanel } from './print-panel.tsx'
import { OpeningPanel } from './file/opening-panel.tsx'
import { nothingTyped, readPrompt, readResponse } from './file/read-openings.ts'
import { sourceFor } from './signer/signed-by.ts'
import { SharePanel } from './share/share-panel.tsx'
import type { FetchEvidence } from './enclave/use-evidence.ts'
import { signerNameWords } from '#shared/words/english/pages/signer-names.ts'
import { useEvidenceWait } from './enclave/use-evidence-wait.ts'
import { Waiting } from './waiting.tsx'

/** The program that judges quotes is large, and most answers need none of it. */
const ChainPanel = lazy(() =>
  import('./enclave/chain-panel.tsx').then(
    (module) => ({ default: module.ChainPanel }),
    () => ({ default: ChainPanelMissing }),
  ),
)

/** What the reader brought and chose, whatever the file is. */
export interface Judging {
  /** Its name, safe to show, and what was read of it. */
  readonly brought: Brought
  readonly source: SignerSource
  readonly policy: ReceiptPolicy
  readonly onPolicy: (policy: ReceiptPolicy) => void
  /** The gateway that this page came from, or null for a file on a disk. */
  readonly servedBy: string | null
  /** Null for a file on a disk, which asks nobody. */
  readonly fetchEvidence: FetchEvidence | null
}

interface JudgedSubjectProps extends Judging {
  readonly subject: Subject
}

/** One file that was recognised, its verdict, and what the reader can do next with it. */
export function JudgedSubject({ source: named, ...rest }: JudgedSubjectProps) {
  const { subject } = rest
  const source = useMemo(() => sourceFor(subject, named), [subject, named])
  return <JudgedBySource {...rest} source={source} named={named} />
}

interface JudgedBySourceProps extends JudgedSubjectProps {
  /** The signer that the reader named, who may not have signed the file. */
  readonly named: SignerSource
}

function JudgedBySource({ subject, brought, source, named, ...judging }: JudgedBySourceProps) {
  const { policy, onPolicy, servedBy, fetchEvidence } = judging
  const judged = useJudgement({ subject, source, policy })
  const { judgement, chain, setChain, claimOf, salts, prompt, response } = judged
  const { verdict, opened, receipt } = judgement
  const wait = useEvidenceWait(chain)
  const chainSubject = useMemo(() => chainSubjectOf(subject), [subject])
  const isGiven = givenSides(subject)
  const view = describeSubject({
    subject,
    judgement,
    source,
    claimOf,
    servedBy,
    path: 'file',
    notCompared: notCompared({ prompt, response }),
    evidence: chain?.origin ?? null,
  })

  return (
    <>
      {wait.sentence !== null && <Waiting sentence={wait.sentence} place={wait.places.waiting} />}
      <div aria-live="polite" className="judged-verdict" tabIndex={-1} ref={wait.places.verdict}>
        <VerdictPanel view={view} subject={subjectNames[subject.kind]}>
          {source !== named && <p>{signerNameWords.somebodyElse(signerName(named))}</p>}
          {view.state === 'simulated' && <DevelopmentSwitch policy={policy} onPolicy={onPolicy} />}
        </VerdictPanel>
      </div>
      {chain?.draw({
        checks: verdict.checks,
        required: requiredAnswerChecks,
        enclave: isSimulated(receipt) ? 'simulated' : 'hardware',
        naming: { signer: signerName(source), claimOf },
      })}
      <ExchangeView opened={opened} checks={verdict.checks} />
      {!isGiven.prompt && <OpeningPanel side="prompt" {...prompt} />}
      {!isGiven.response && <OpeningPanel side="response" {...response} />}
      {chainSubject !== null && (
        <Suspense fallback={<ChainPanelToCome />}>
          <ChainPanel
            subject={chainSubject}
            source={source}
            fetchEvidence={fetchEvidence}
            onJudged={setChain}
            onWait={wait.onWait}
            problemPlace={wait.places.problem}
          />
        </Suspense>
      )}
      <OnPaper brought={brought} receipt={receipt} source={source} />
      <CheckList
        checks={verdict.checks}
        claimOf={claimOf}
        receipt={receipt}
        signer={signerName(source)}
        byHand={async (id) => {
          const { repeatByHand } = await import('../judge/repeat-by-hand.ts')
          return repeatByHand(id, { subject, opened, salts, source }) ?? chain?.byHand(id) ?? null
        }}
      />
      <PrintPanel />
      <SharePanel
        shareable={{
          receipt,
          verdict,
          opened,
          salts,
          enclave: chainSubject === null ? null : enclaveMembers(chainSubject),
        }}
        linkBase={servedBy === null ? null : `${servedBy}/verify/`}
      />
    </>
  )
}

type Side = 'prompt' | 'response'

/** The sides of which the reader typed something that could not be held against the receipt. */
function notCompared(
  typed: Readonly<Record<Side, { readonly problem: string | null }>>,
): readonly Side[] {
  return (['prompt', 'response'] as const).filter((side) => typed[side].problem !== null)
}

type JudgementInput = Pick<JudgedSubjectProps, 'subject' | 'source' | 'policy'>

/** What is judged, with all that the reader brought in so far. */
function useJudgement({ subject, source, policy }: JudgementInput) {
  const [chain, setChain] = useState<JudgedChain | null>(null)
  const claimOf = chain?.claimOf ?? receiptClaimOf
  const [promptText, setPromptText] = useState(nothingTyped)
  const [responseText, setResponseText] = useState(nothingTyped)
  const inFile = saltsOf(subject)
  const promptSalt = inFile.prompt ? 'in the file' : 'asked'
  const responseSalt = inFile.response ? 'in the file' : 'asked'
  const prompt = useMemo(() => readPrompt(promptText, promptSalt), [promptText, promptSalt])
  const response = useMemo(
    () => readResponse(responseText, responseSalt),
    [responseText, responseSalt],
  )
  const judgement = useMemo(
    () =>
      judgeSubject(
        subject,
        {
          mayBeSaved: true,
          ...(prompt.opening ? { prompt: prompt.opening } : {}),
          ...(response.opening ? { response: response.opening } : {}),
          ...askedOf(prompt.opening === null ? modelAskedIn(subject) : prompt.model),
          ...(chain ? { chain } : {}),
        },
        { signers: historyOf(source), policy, nowSeconds: Math.floor(Date.now() / 1000) },
      ),
    [subject, prompt, response, source, policy, chain],
  )
  const salts = {
    prompt: inFile.prompt ?? prompt.opening?.salt,
    response: inFile.response ?? response.opening?.salt,
  }
  return {
    judgement,
    chain,
    setChain,
    claimOf,
    salts,
    prompt: {
      text: promptText,
      salt: promptSalt,
      problem: prompt.problem,
      onChange: setPromptText,
    },
    response: {
      text: responseText,
      salt: responseSalt,
      problem: response.problem,
      onChange: setResponseText,
    },
  } as const
}

function ChainPanelMissing() {
  return (
    <section className="chain-panel">
      <PartMissing />
    </section>
  )
}

/** Which sides of the exchange the file brings itself. */
function givenSides(subject: Subject): { readonly prompt: boolean; readonly response: boolean } {
  if (subject.kind === 'disclosure') {
    const { prompt, response } = subject.disclosure
    return { prompt: prompt !== undefined, response: response !== undefined }
  }
  if (subject.kind === 'filed') {
    const { messages, message } = subject.answer
    return { prompt: messages !== null, response: message !== null }
  }
  return { prompt: false, response: subject.kind === 'answer' || subject.kind === 'transcript' }
}
