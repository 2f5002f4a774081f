import type { CheckId } from '../../claims.ts'
import { failureWords, otherFailureWords } from '../../words/english/verdict/failures.ts'
import type { Naming } from './naming.ts'

const sentences: Readonly<Partial<Record<CheckId, string>>> = failureWords

/** What it means that a check failed, for a person who uses a chat. */
export function failureMeaning(id: CheckId, { signer, claimOf }: Naming): string {
  if (id === 'receipt.signer') return otherFailureWords.signer(signer)
  return sentences[id] ?? otherFailureWords.claim(claimOf(id).user)
}
