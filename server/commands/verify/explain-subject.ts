import { canonicalJson, type Json } from '#shared/canonical-json.ts'
import type { CheckId } from '#shared/claims.ts'
import type { Salt } from '#shared/commitment/salt.ts'
import { receiptOf, type Subject } from '#shared/document/subject.ts'
import type { Exchange } from '#shared/svc/verify-answer.ts'

/** The exact bytes behind a check, as text, or null where the sentence for auditors says all. */
export function bytesBehind(id: CheckId, subject: Subject, opened: Exchange): string | null {
  const receipt = receiptOf(subject)
  const { body, digest, signature } = receipt
  switch (id) {
    case 'receipt.digest':
      return canonicalJson(body as unknown as Json)
    case 'receipt.signature':
    case 'receipt.signer':
      return `message "\\x19Ethereum Signed Message:\\n64${digest}", signature ${signature}`
    case 'commitment.prompt':
      return preimage(saltOf(subject, 'prompt'), opened.messages)
    case 'commitment.response':
      return preimage(saltOf(subject, 'response'), opened.message)
    default:
      return null
  }
}

function preimage(salt: Salt | null, value: Json | undefined): string | null {
  return salt === null || value === undefined ? null : `${salt}:${canonicalJson(value)}`
}

function saltOf(subject: Subject, side: 'prompt' | 'response'): Salt | null {
  switch (subject.kind) {
    case 'receipt':
      return null
    case 'disclosure':
      return subject.disclosure[side]?.salt ?? null
    case 'filed':
      return subject.answer.salts[side]
    case 'svc':
    case 'answer':
    case 'transcript':
      return subject.svc.commitment_salts[side]
  }
}
