import { randomBytes } from 'node:crypto'
import type { Json } from '#shared/canonical-json.ts'
import { parseSalt } from '#shared/commitment/salt.ts'
import { sha256Digest, type Digest } from '#shared/digest.ts'
import { sealAnswer, sealPrompt, type SealDeps } from '../../server/deliver/seal-answer.ts'
import { createSigningKey } from '../../server/signer/signing-key.ts'

export interface SignedAnswer {
  /** What the gateway publishes of its signer at `/api/limits`. */
  readonly signer: string
  /** A completion with `svc`, JSON. */
  readonly body: string
}

/**
 * An answer for which a gateway signs that a hardware enclave gave it. No test has such hardware: a reader
 * of the receipt takes the gateway's word for it, and this one gives its word.
 */
export async function signHardwareAnswer(messages: Json, content: string): Promise<SignedAnswer> {
  const signer = await createSigningKey(randomBytes(32))
  const deps: SealDeps = {
    sha256: sha256Digest,
    newSalt: () => parseSalt(randomBytes(32).toString('hex')),
    now: () => new Date(),
    signerAt: () => signer,
  }
  const message = { role: 'assistant', content }
  const svc = sealAnswer(
    {
      model: 'svc-hardware',
      mode: 'tee',
      contentPolicy: 'unmoderated',
      viaTrait: null,
      why: null,
      prompt: sealPrompt(messages, deps),
      message,
      proof: {
        providerId: 'hardware',
        measurement: 'ab'.repeat(32) as Digest,
        verifiedBy: 'aci-tdx-dcap/1',
        receiptId: 'rcpt-0123456789abcdef01234567',
        receiptText: '{}',
      },
    },
    deps,
  )
  const choices = JSON.stringify([{ index: 0, message, finish_reason: 'stop' }])
  return { signer: signer.address, body: `{"choices":${choices},"svc":${svc}}` }
}
