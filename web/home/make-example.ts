import { recognise } from '#shared/document/recognise.ts'
import { judgeSubject } from '#shared/judge/judge-subject.ts'
import { receiptClaimOf } from '../judge/claim-of.ts'
import { describeSubject } from '../judge/describe-subject.ts'
import { newSalts, sampleExchange, signSample, writeSample } from '../judge/sign-sample.ts'
import type { JudgedAnswer } from './judged-answer.ts'

/**
 * An answer signed by a key that is made for it, and judged as every other is: nobody is asked for it.
 * @param randomBytes makes as many as it is asked for
 */
export function makeExample(
  randomBytes: (length: number) => Uint8Array,
  now: Date,
): JudgedAnswer | null {
  const { messages, message } = sampleExchange
  const salts = newSalts(randomBytes)
  const receipt = signSample({
    messages,
    message,
    salts,
    privateKey: randomBytes(32),
    mode: 'private',
    now,
  })
  const recognition = recognise(writeSample(message, receipt, salts))
  if (recognition.kind !== 'recognised') return null
  const { subject } = recognition
  const signers = { current: { address: receipt.signer }, retired: [] }
  const judgement = judgeSubject(
    subject,
    { prompt: { values: [messages] } },
    {
      signers,
      policy: { simulatedEnclave: 'reject' },
      nowSeconds: Math.floor(now.getTime() / 1000),
    },
  )
  return {
    kind: 'example',
    question: messages[0].content,
    opened: judgement.opened,
    receipt,
    view: describeSubject({
      subject,
      judgement,
      source: { kind: 'example', history: signers },
      claimOf: receiptClaimOf,
      servedBy: null,
      path: 'file',
      notCompared: [],
      evidence: null,
    }),
    verifyLink: null,
  }
}
