import { randomBytes } from 'node:crypto'
import type { Evidence } from '#shared/document/evidence.ts'

/** Asks a gateway for the evidence of a model's enclave, as a reader of an answer does. */
export async function fetchEvidence(baseUrl: string, model: string): Promise<Evidence> {
  const nonce = randomBytes(32).toString('hex')
  const response = await fetch(`${baseUrl}/api/e2ee/key?model=${model}&nonce=${nonce}`)
  return {
    type: 'countersign-evidence/1',
    nonce,
    fetchedAt: new Date().toISOString(),
    offer: await response.text(),
  }
}
