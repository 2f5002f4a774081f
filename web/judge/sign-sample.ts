import { canonicalJson, type Json } from '#shared/canonical-json.ts'
import { commit } from '#shared/commitment/commit.ts'
import { parseSalt, type Salt } from '#shared/commitment/salt.ts'
import { bytesToHex, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { sha256Digest } from '#shared/digest.ts'
import { privacyLabel, type Mode } from '#shared/modes.ts'
import { personalMessageHash, recoverAddress } from '#shared/receipt/eip191.ts'
import { issueReceipt } from '#shared/receipt/issue-receipt.ts'
import { signMessageHash } from '#shared/receipt/sign-message-hash.ts'
import { parseReceipt, type Receipt } from '#shared/receipt/parse-receipt.ts'
import { sampleWords } from '#shared/words/english/pages/sample-words.ts'

/** A question and an answer that no model gave. */
export const sampleExchange = {
  messages: [{ role: 'user', content: sampleWords.question }],
  message: { role: 'assistant', content: sampleWords.answer },
} as const

export interface SampleSalts {
  readonly prompt: Salt
  readonly response: Salt
}

/** @param randomBytes makes as many as it is asked for */
export function newSalts(randomBytes: (length: number) => Uint8Array): SampleSalts {
  const newSalt = () => parseSalt(bytesToHex(randomBytes(32)))
  return { prompt: newSalt(), response: newSalt() }
}

interface Sample {
  readonly messages: Json
  readonly message: Json
  readonly salts: SampleSalts
  readonly privateKey: Uint8Array
  readonly mode: Mode
  readonly now: Date
}

/** A receipt by a key of the page's own, for what it makes to look at. */
export function signSample(sample: Sample): Receipt {
  const { messages, message, salts, privateKey, mode, now } = sample
  const sign = (messageHash: Uint8Array) => signMessageHash(messageHash, privateKey)
  const probe = sha256Digest('sample')
  const { receiptText } = issueReceipt(
    {
      v: 1,
      issuedAt: now.toISOString(),
      model: 'svc-sample',
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

/**
 * An answer with its receipt, as a gateway would send it.
 * @param shown members of `svc` that say something else than the receipt
 */
export function writeSample(
  message: Json,
  receipt: object,
  salts: SampleSalts,
  shown: object = {},
): Uint8Array {
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
