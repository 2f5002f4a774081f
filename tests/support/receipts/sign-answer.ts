import { randomBytes } from 'node:crypto'
import type { Json } from '#shared/canonical-json.ts'
import { sha256Digest } from '#shared/digest.ts'
import { isEnclaveMode, type Mode } from '#shared/modes.ts'
import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { createSigningKey, type SigningKey } from '../../../server/gateway/signer/signing-key.ts'
import { issueSvc } from './issue-svc.ts'

export interface SignedAnswer {
  /** The `svc` block, as JSON. */
  readonly svc: Json
  /** Of the gateway that signed it. */
  readonly signers: SignerHistory
}

interface Signable {
  readonly mode: Mode
  readonly messages: Json
  readonly message: Json
  readonly model?: string
  /** A new one when left out. */
  readonly signer?: SigningKey
}

/** What a gateway that says what it likes would sign, of a hardware enclave where the mode needs one. */
export async function signAnswer({
  mode,
  messages,
  message,
  model = 'm',
  signer: known,
}: Signable): Promise<SignedAnswer> {
  const signer = known ?? (await createSigningKey(randomBytes(32)))
  const proof = {
    providerId: 'p',
    measurement: sha256Digest(new Uint8Array(1)),
    verifiedBy: 'aci-tdx-dcap/1',
    receipt: { id: 'rcpt-1', text: '{}' },
    evidence: null,
    secondHop: 'none',
  } as const
  const svc = issueSvc({
    signer,
    model,
    mode,
    prompt: messages,
    message,
    proof: isEnclaveMode(mode) ? proof : null,
  })
  return {
    svc: JSON.parse(svc) as Json,
    signers: { current: { address: signer.address }, retired: [] },
  }
}
