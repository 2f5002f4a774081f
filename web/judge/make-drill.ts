import { canonicalJson, type Json } from '#shared/canonical-json.ts'
import type { CheckId } from '#shared/claims.ts'
import { commit } from '#shared/commitment/commit.ts'
import { parseSalt, type Salt } from '#shared/commitment/salt.ts'
import { bytesToHex, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { sha256Digest } from '#shared/digest.ts'
import { privacyLabel, type Mode } from '#shared/modes.ts'
import { personalMessageHash, recoverAddress } from '#shared/receipt/eip191.ts'
import { issueReceipt } from '#shared/receipt/issue-receipt.ts'
import { signMessageHash } from '#shared/receipt/sign-message-hash.ts'
import { parseReceipt, type Receipt } from '#shared/receipt/parse-receipt.ts'
import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'

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

const messages = [{ role: 'user', content: 'May I show this to my lawyer?' }]
const answer = { role: 'assistant', content: 'Yes: the receipt proves that I said so.' }
const otherAnswer = { role: 'assistant', content: 'No: keep it to yourself.' }

/** A good exchange under a key made for it, and forgeries of it. */
export function makeDrill({ randomBytes, now }: DrillInput): Drill {
  const key = randomBytes(32)
  const strangersKey = randomBytes(32)
  const salts = { prompt: newSalt(randomBytes), response: newSalt(randomBytes) }
  const seal = (message: Json, privateKey = key, mode: Mode = 'private') =>
    makeReceipt({ message, salts, privateKey, mode, issuedAt: now.toISOString() })

  const receipt = seal(answer)
  const good = write(answer, receipt, salts)
  const stronger = { ...receipt, body: { ...receipt.body, mode: 'tee' } }
  return {
    messages,
    signers: { current: { address: receipt.signer }, retired: [] },
    cases: [
      { id: 'good', title: 'Nothing: this is the good exchange', file: good, caughtBy: null },
      {
        id: 'answer',
        title: 'Altered the answer',
        file: write({ ...answer, content: answer.content.replace('Yes', 'No') }, receipt, salts),
        caughtBy: 'commitment.response',
      },
      {
        id: 'mode',
        title: 'Showed a stronger mode than was signed',
        file: write(answer, receipt, salts, { privacy_mode: 'tee' }),
        caughtBy: 'svc.mode',
      },
      {
        id: 'body',
        title: 'Wrote the stronger mode into the receipt',
        file: write(answer, stronger, salts, { privacy_mode: 'tee' }),
        caughtBy: 'receipt.digest',
      },
      {
        id: 'stranger',
        title: 'Signed anew with a key of his own',
        file: write(answer, seal(answer, strangersKey), salts),
        caughtBy: 'receipt.signer',
      },
      {
        id: 'swapped',
        title: 'Signed with his own key, and named the true signer',
        file: write(answer, { ...seal(answer, strangersKey), signer: receipt.signer }, salts),
        caughtBy: 'receipt.signature',
      },
      {
        id: 'other',
        title: 'Took the receipt of another answer',
        file: write(answer, seal(otherAnswer), salts),
        caughtBy: 'commitment.response',
      },
      {
        id: 'cut',
        title: 'Cut the stream before its receipt',
        file: utf8ToBytes(
          `data: ${JSON.stringify({ choices: [{ index: 0, delta: answer }] })}\n\n`,
        ),
        caughtBy: 'incomplete',
      },
    ],
  }
}

interface ReceiptParts {
  readonly message: Json
  readonly salts: { readonly prompt: Salt; readonly response: Salt }
  readonly privateKey: Uint8Array
  readonly mode: Mode
  readonly issuedAt: string
}

function makeReceipt({ message, salts, privateKey, mode, issuedAt }: ReceiptParts): Receipt {
  const sign = (messageHash: Uint8Array) => signMessageHash(messageHash, privateKey)
  const probe = sha256Digest('drill')
  const { receiptText } = issueReceipt(
    {
      v: 1,
      issuedAt,
      model: 'svc-drill',
      mode,
      promptCommit: commit(canonicalJson(messages), salts.prompt, sha256Digest),
      responseCommit: commit(canonicalJson(message), salts.response, sha256Digest),
    },
    {
      sha256: sha256Digest,
      sign,
      address: recoverAddress(probe, sign(personalMessageHash(probe))) ?? '',
    },
  )
  return parseReceipt(JSON.parse(receiptText))
}

function write(message: Json, receipt: object, salts: object, shown: object = {}): Uint8Array {
  const { digest } = receipt as Receipt
  const svc = {
    privacy_mode: 'private',
    privacy_label: privacyLabel('private', undefined),
    content_policy: 'standard',
    receipt_digest: digest,
    receipt,
    commitment_salts: salts,
    ...shown,
  }
  return utf8ToBytes(JSON.stringify({ choices: [{ index: 0, message }], svc }))
}

function newSalt(randomBytes: (length: number) => Uint8Array): Salt {
  return parseSalt(bytesToHex(randomBytes(32)))
}
