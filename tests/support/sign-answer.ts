import { randomBytes } from 'node:crypto'
import { canonicalJson, type Json } from '#shared/canonical-json.ts'
import { parseSalt } from '#shared/commitment/salt.ts'
import { sha256Digest } from '#shared/digest.ts'
import { isEnclaveMode, type Mode } from '#shared/modes.ts'
import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import {
  issueAnswer,
  commitPrompt,
  type IssueDeps,
} from '../../server/gateway/answer/issue-answer.ts'
import { createSigningKey, type SigningKey } from '../../server/gateway/signer/signing-key.ts'

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
  const deps: IssueDeps = {
    sha256: sha256Digest,
    newSalt: () => parseSalt(randomBytes(32).toString('hex')),
    now: () => new Date(),
    signerAt: () => signer,
    freshen: () => null,
  }
  const proof = {
    providerId: 'p',
    measurement: sha256Digest(new Uint8Array(1)),
    verifiedBy: 'aci-tdx-dcap/1',
    receipt: { id: 'rcpt-1', text: '{}' },
    evidence: null,
    verdict: { kind: 'verified' as const, checks: [] },
    secondHop: 'none',
  } as const
  const { svcText: svc } = issueAnswer(
    {
      model,
      mode,
      contentPolicy: 'unmoderated',
      viaTrait: null,
      why: null,
      prompt: commitPrompt(canonicalJson(messages), deps),
      messageText: canonicalJson(message),
      proof: isEnclaveMode(mode) ? proof : null,
    },
    deps,
  )
  return {
    svc: JSON.parse(svc) as Json,
    signers: { current: { address: signer.address }, retired: [] },
  }
}
