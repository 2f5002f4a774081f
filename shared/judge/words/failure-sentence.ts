import type { CheckId } from '../../claims.ts'
import type { Naming } from './naming.ts'

const sentences: Readonly<Partial<Record<CheckId, string>>> = {
  'receipt.digest': 'The receipt was altered after it was signed.',
  'receipt.signature': 'The signature is not by the address that the receipt names.',
  'receipt.time': 'The receipt is dated to a time that is still to come.',
  'receipt.model': 'The receipt is for another model than the one that was asked.',
  'receipt.enclave': 'The receipt contradicts itself about an enclave.',
  'svc.mode': 'The answer shows another privacy mode than the one that was signed.',
  'svc.label': 'The answer shows other words than those that belong to the signed mode.',
  'svc.digest': 'The answer names another receipt than the one it carries.',
  'commitment.prompt': 'The receipt is for other messages than these.',
  'commitment.response': 'The receipt is for another answer than this one.',
  'evidence.format': 'The evidence of the enclave cannot be read.',
  'quote.root': 'The enclave’s proof does not lead to the maker of the processor.',
  'quote.report-data': 'The enclave’s proof is for another question or for other keys.',
  'enclave-receipt.response': 'The enclave signed for another answer than this one.',
  'enclave-receipt.signature': 'The enclave did not sign the receipt that is shown for it.',
  'enclave.signed': 'The gateway signed for another enclave than this one.',
}

/** What it means that a check failed, for a person who uses a chat. */
export function failureSentence(id: CheckId, { signer, claimOf }: Naming): string {
  if (id === 'receipt.signer') {
    return `${signer} did not sign this receipt, or not at its time. If it is from another gateway, name that one.`
  }
  return sentences[id] ?? `This does not hold: “${claimOf(id).user}”`
}
