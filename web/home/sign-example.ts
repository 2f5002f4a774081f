import { canonicalJson } from '#shared/canonical-json.ts'
import { commit } from '#shared/commitment/commit.ts'
import { parseSalt } from '#shared/commitment/salt.ts'
import { bytesToHex, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { sha256Digest } from '#shared/digest.ts'
import { privacyLabel } from '#shared/modes.ts'
import { personalMessageHash, recoverAddress } from '#shared/receipt/eip191.ts'
import { issueReceipt } from '#shared/receipt/issue-receipt.ts'
import { signMessageHash } from '#shared/receipt/sign-message-hash.ts'
import { parseReceipt, type Receipt } from '#shared/receipt/parse-receipt.ts'

/** A question that no model was asked. */
export const exampleMessages = [{ role: 'user', content: 'May I show this to my lawyer?' }] as const
const message = { role: 'assistant', content: 'Yes: the receipt proves that I said so.' }

/**
 * The answer as a gateway would send it, with a receipt by a key made for it.
 * @param randomBytes makes as many as it is asked for
 */
export function signExample(
  randomBytes: (length: number) => Uint8Array,
  now: Date,
): { readonly receipt: Receipt; readonly file: Uint8Array } {
  const privateKey = randomBytes(32)
  const newSalt = () => parseSalt(bytesToHex(randomBytes(32)))
  const salts = { prompt: newSalt(), response: newSalt() }
  const sign = (messageHash: Uint8Array) => signMessageHash(messageHash, privateKey)
  const probe = sha256Digest('example')
  const { receiptText } = issueReceipt(
    {
      v: 1,
      issuedAt: now.toISOString(),
      model: 'svc-sample',
      mode: 'private',
      promptCommit: commit(canonicalJson(exampleMessages), salts.prompt, sha256Digest),
      responseCommit: commit(canonicalJson(message), salts.response, sha256Digest),
    },
    {
      sha256: sha256Digest,
      sign,
      address: recoverAddress(probe, sign(personalMessageHash(probe))) ?? '',
    },
  )
  const receipt = parseReceipt(JSON.parse(receiptText))
  const svc = {
    privacy_mode: 'private',
    privacy_label: privacyLabel('private', undefined),
    content_policy: 'standard',
    receipt_digest: receipt.digest,
    receipt,
    commitment_salts: salts,
  }
  return { receipt, file: utf8ToBytes(JSON.stringify({ choices: [{ index: 0, message }], svc })) }
}
