import { randomBytes } from 'node:crypto'
import type { Json } from '#shared/canonical-json.ts'
import { ciphertextValue } from '#shared/body-relay/ciphertext-value.ts'
import { sha256Digest, type Digest } from '#shared/digest.ts'
import type { RelayedEnd } from '#shared/e2ee/relayed-answer.ts'
import {
  judgeBodyExchange,
  type BodyExchangeFacts,
} from '#shared/judge/provider/judge-body-exchange.ts'
import { stateOf } from '#shared/judge/state/state-of.ts'
import type { Verification } from '#shared/modes.ts'
import { parseSvc } from '#shared/svc/parse-svc.ts'
import { createSigningKey } from '../../../server/gateway/signer/signing-key.ts'
import { issueSvc } from '../receipts/issue-svc.ts'

export interface Signed {
  readonly measurement: Digest
  readonly verifiedBy: Verification
  readonly evidence: Digest
  readonly at: Date
  readonly mode?: 'tee' | 'e2ee'
  /** What is committed to of both sides. */
  readonly prompt?: Json
  readonly answer?: Json
}

/** An answer of an enclave of Tinfoil's, as a gateway would have signed it then. */
export async function answerOf({ at, mode = 'tee', prompt = [], answer, ...enclave }: Signed) {
  const signer = await createSigningKey(randomBytes(32))
  const message = { role: 'assistant', content: 'Something.' }
  const svcText = issueSvc({
    signer,
    at,
    model: 'svc-chat',
    mode,
    prompt,
    message: answer ?? message,
    proof: { providerId: 'tinfoil', receipt: null, secondHop: 'none', ...enclave },
  })
  const choices: Json = [{ index: 0, message, finish_reason: 'stop' }]
  const text = `{"id":"chatcmpl-1","object":"chat.completion","choices":${JSON.stringify(choices)},"svc":${svcText}}`
  return {
    text,
    svc: JSON.parse(svcText) as Json,
    signers: { current: { address: signer.address }, retired: [] },
  }
}

/** What one who encrypted to an enclave finds of the exchange at its end. */
export function exchangeJudge(
  offer: BodyExchangeFacts['offer'],
  { evidence, at }: Pick<Signed, 'evidence' | 'at'>,
) {
  const wireAnswer = ciphertextValue(sha256Digest('answer'))
  const { enclave, verifiedBy } = offer.ready
  const exchange = {
    measurement: enclave.measurement,
    verifiedBy,
    evidence,
    at,
    mode: 'e2ee',
    prompt: ciphertextValue(sha256Digest('request')),
    answer: wireAnswer,
  } as const
  const seen = {
    upstreamModel: 'gemma4-31b',
    requestDigest: sha256Digest('request'),
    responseDigest: sha256Digest('answer'),
    sentInClear: [],
  }
  return async (signed: Partial<Signed> = {}, end: Partial<RelayedEnd> = {}) => {
    const { svc: text, signers } = await answerOf({ ...exchange, ...signed })
    const svc = parseSvc(text)
    const whole = { responseDigest: `sha256:${sha256Digest('')}`, svc, wireAnswer } as const
    const rest = { opened: true, isComplete: true, cameInClear: [] }
    const { verdict, secondHop, outcome } = judgeBodyExchange(
      {
        asked: { name: 'svc-chat', traits: new Map(), listed: 'then' },
        offer,
        seen,
        end: { ...whole, ...rest, ...end },
      },
      { signers, policy: { simulatedEnclave: 'reject' }, nowSeconds: at.getTime() / 1000 },
    )
    return { state: stateOf({ receipt: svc.receipt, verdict, secondHop }), outcome }
  }
}
