import { receiptClaimOf } from './claim-of.ts'
import { describeSubject } from './describe-subject.ts'
import { judgeSubject } from '#shared/judge/judge-subject.ts'
import { makeDrill, type DrillCase, type DrillInput } from './make-drill.ts'
import { recognise } from '#shared/document/recognise.ts'
import { failureSentence } from '#shared/judge/words/failure-sentence.ts'
import { lookOf, type Look } from '#shared/judge/state/look-of.ts'
import { signerName, type SignerSource } from './signer-source.ts'

export interface DrillOutcome {
  readonly id: string
  readonly title: string
  readonly look: Look
  /** The check that failed first, or the word for what was not judged; null when all passed. */
  readonly caughtBy: string | null
  readonly because: string | null
  /** Whether it came out as it must. */
  readonly isExpected: boolean
}

/** Makes the drill's files, and judges each by the way that every file takes. */
export function runDrill(input: DrillInput): readonly DrillOutcome[] {
  const { messages, signers, cases } = makeDrill(input)
  const source: SignerSource = { kind: 'drill', history: signers }
  const policy = { simulatedEnclave: 'reject' } as const

  function run({ id, title, file, caughtBy }: DrillCase): DrillOutcome {
    const recognition = recognise(file)
    if (recognition.kind !== 'recognised') {
      return {
        id,
        title,
        look: lookOf('no-receipt'),
        caughtBy: recognition.kind,
        because: 'sentence' in recognition ? recognition.sentence : null,
        isExpected: caughtBy === recognition.kind,
      }
    }
    const { subject } = recognition
    const judgement = judgeSubject(
      subject,
      { prompt: { values: [messages] } },
      { signers, policy, nowSeconds: Math.floor(input.now.getTime() / 1000) },
    )
    const { verdict } = judgement
    const look = describeSubject({
      subject,
      judgement,
      source,
      claimOf: receiptClaimOf,
      servedBy: null,
      path: 'file',
      notCompared: [],
      evidence: null,
    })
    const failed = verdict.checks.filter((check) => check.status === 'fail')
    const [caught] = failed
    const naming = { signer: signerName(source), claimOf: receiptClaimOf }
    return {
      id,
      title,
      look,
      caughtBy: caught?.id ?? null,
      because: caught === undefined ? null : failureSentence(caught, naming),
      isExpected:
        caughtBy === null ? verdict.kind === 'verified' : failed.some(({ id }) => id === caughtBy),
    }
  }

  return cases.map(run)
}
