import { randomBytes } from 'node:crypto'
import { canonicalJson, type Json } from '#shared/canonical-json.ts'
import { parseSalt } from '#shared/commitment/salt.ts'
import { sha256Digest } from '#shared/digest.ts'
import type { Mode } from '#shared/modes.ts'
import type { EnclaveProof } from '../../../server/gateway/common/upstream.ts'
import { commitPrompt, issueAnswer } from '../../../server/gateway/answer/issue-answer.ts'
import type { SigningKey } from '../../../server/gateway/signer/signing-key.ts'

interface Issued {
  readonly signer: SigningKey
  /** Now, where it is left out. */
  readonly at?: Date
  readonly model: string
  readonly mode: Mode
  readonly prompt: Json
  readonly message: Json
  readonly proof: Omit<EnclaveProof, 'verdict'> | null
}

/** The `svc` of an answer as the gateway itself writes it, JSON text. */
export function issueSvc({ signer, at = new Date(), prompt, message, proof, ...said }: Issued) {
  const deps = {
    sha256: sha256Digest,
    newSalt: () => parseSalt(randomBytes(32).toString('hex')),
    unixMs: () => at.getTime(),
    signerAt: () => signer,
    freshen: () => null,
  }
  const issued = {
    ...said,
    contentPolicy: said.mode === 'e2ee' ? 'unmoderated' : 'standard',
    viaTrait: null,
    why: null,
    prompt: commitPrompt(canonicalJson(prompt), deps),
    messageText: canonicalJson(message),
    proof: proof && { ...proof, verdict: { kind: 'verified' as const, checks: [] } },
  } as const
  return issueAnswer(issued, deps).svcText
}
