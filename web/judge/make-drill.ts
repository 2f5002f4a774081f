import type { Json } from '#shared/canonical-json.ts'
import type { CheckId } from '#shared/claims.ts'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import type { Mode } from '#shared/modes.ts'
import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { newSalts, sampleExchange, signSample, writeSample } from './sign-sample.ts'
import { forgeryWords as words } from '#shared/words/english/pages/forgeries.ts'
import { sampleWords } from '#shared/words/english/pages/sample-words.ts'

export interface DrillCase {
  readonly id: string
  /** What the forger did. */
  readonly title: string
  readonly file: Uint8Array
  /** The check that must catch it; `incomplete` when it must not even be judged; null for the good one. */
  readonly caughtBy: CheckId | 'incomplete' | null
}

export interface Drill {
  readonly messages: Json
  readonly signers: SignerHistory
  readonly cases: readonly DrillCase[]
}

export interface DrillInput {
  /** `length` random bytes. */
  readonly randomBytes: (length: number) => Uint8Array
  readonly now: Date
}

const { messages, message: answer } = sampleExchange
const otherAnswer = { role: 'assistant', content: sampleWords.forged }

/** A good exchange under a key made for it, and forgeries of it. */
export function makeDrill({ randomBytes, now }: DrillInput): Drill {
  const key = randomBytes(32)
  const strangersKey = randomBytes(32)
  const salts = newSalts(randomBytes)
  const seal = (message: Json, privateKey = key, mode: Mode = 'private') =>
    signSample({ messages, message, salts, privateKey, mode, now })

  const receipt = seal(answer)
  const good = writeSample(answer, receipt, salts)
  const stronger = { ...receipt, body: { ...receipt.body, mode: 'tee' } }
  return {
    messages,
    signers: { current: { address: receipt.signer }, retired: [] },
    cases: [
      { id: 'good', title: words.good, file: good, caughtBy: null },
      {
        id: 'answer',
        title: words.answer,
        file: writeSample(
          { ...answer, content: answer.content.replace('and', 'but not') },
          receipt,
          salts,
        ),
        caughtBy: 'commitment.response',
      },
      {
        id: 'mode',
        title: words.mode,
        file: writeSample(answer, receipt, salts, { privacy_mode: 'tee' }),
        caughtBy: 'svc.mode',
      },
      {
        id: 'body',
        title: words.body,
        file: writeSample(answer, stronger, salts, { privacy_mode: 'tee' }),
        caughtBy: 'receipt.digest',
      },
      {
        id: 'stranger',
        title: words.stranger,
        file: writeSample(answer, seal(answer, strangersKey), salts),
        caughtBy: 'receipt.signer',
      },
      {
        id: 'swapped',
        title: words.swapped,
        file: writeSample(answer, { ...seal(answer, strangersKey), signer: receipt.signer }, salts),
        caughtBy: 'receipt.signature',
      },
      {
        id: 'other',
        title: words.other,
        file: writeSample(answer, seal(otherAnswer), salts),
        caughtBy: 'commitment.response',
      },
      {
        id: 'cut',
        title: words.cut,
        file: utf8ToBytes(
          `data: ${JSON.stringify({ choices: [{ index: 0, delta: answer }] })}\n\n`,
        ),
        caughtBy: 'incomplete',
      },
    ],
  }
}
