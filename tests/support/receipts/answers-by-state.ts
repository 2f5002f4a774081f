import type { Evidence } from '#shared/document/evidence.ts'
import type { AnswerState } from '#shared/judge/state/answer-state.ts'
import { makeAnswer, makeEvidence, makeOtherEvidence } from '../enclave/make-enclave-answer.ts'

/** An answer, and what its reader holds besides. */
export interface AnswerOfState {
  readonly state: AnswerState
  /** What stands on the answer: privacy label and strength. */
  readonly label: string
  readonly name: string
  readonly answer: string
  /** Whether the reader names who must have signed. */
  readonly signer: 'named' | 'not named'
  readonly messages: 'given' | 'not given'
  readonly evidence: Evidence | null
}

const evidence = await makeEvidence()
const reader = { signer: 'named', messages: 'given', evidence: null } as const
const proven = makeAnswer('tee')
const provider = makeAnswer('tee', 'aci-tdx-dcap-provider/1')
const simulated = makeAnswer('tee', 'aci-tdx-simulated/1')
const promised = makeAnswer('private')
// The enclave has other keys from here on.
const otherEvidence = await makeOtherEvidence()

const { svc: _svc, ...withoutSvc } = JSON.parse(promised) as { svc: unknown }

/** Every state, and for some more than one way to it. */
export const answersByState: readonly AnswerOfState[] = [
  {
    ...reader,
    state: 'verified',
    label: 'Attested enclave · verified',
    name: 'an enclave with its evidence',
    answer: proven,
    evidence,
  },
  {
    ...reader,
    state: 'promised',
    label: 'Private · promised',
    name: 'a private answer',
    answer: promised,
  },
  {
    ...reader,
    state: 'promised',
    label: 'Anonymized · promised',
    name: 'an anonymized answer',
    answer: makeAnswer('anonymized'),
  },
  {
    ...reader,
    state: 'providers-claim',
    label: 'Attested enclave · provider’s claim',
    name: 'an enclave with its evidence, before another one',
    answer: provider,
    evidence,
  },
  {
    ...reader,
    state: 'gateways-claim',
    label: 'Attested enclave · gateway’s claim',
    name: 'an enclave without its evidence',
    answer: proven,
  },
  {
    ...reader,
    state: 'gateways-claim',
    label: 'Encrypted to enclave · gateway’s claim',
    name: 'an encrypted answer without evidence',
    answer: makeAnswer('e2ee'),
  },
  {
    ...reader,
    state: 'not-fully-checked',
    label: 'Attested enclave · not fully checked',
    name: 'an enclave with the evidence of other keys',
    answer: proven,
    evidence: otherEvidence,
  },
  {
    ...reader,
    state: 'verified',
    label: 'Attested enclave · verified',
    name: 'an enclave with evidence, without the messages',
    answer: proven,
    messages: 'not given',
    evidence,
  },
  {
    ...reader,
    state: 'promised',
    label: 'Private · promised',
    name: 'a private answer without the messages',
    answer: promised,
    messages: 'not given',
  },
  {
    ...reader,
    state: 'simulated',
    label: 'Simulated enclave',
    name: 'a simulated enclave',
    answer: simulated,
  },
  {
    ...reader,
    state: 'simulated',
    label: 'Simulated enclave',
    name: 'a simulated enclave with its evidence',
    answer: simulated,
    evidence,
  },
  {
    ...reader,
    state: 'unknown-signer',
    label: 'Private · unknown signer',
    name: 'a private answer, and nobody named who signs',
    answer: promised,
    signer: 'not named',
  },
  {
    ...reader,
    state: 'unknown-signer',
    label: 'Simulated enclave · unknown signer',
    name: 'a simulated enclave, and nobody named who signs',
    answer: simulated,
    signer: 'not named',
  },
  {
    ...reader,
    state: 'failed',
    label: 'Check failed',
    name: 'another answer than the signed one',
    answer: promised.replace('Who signed', 'Who paid'),
  },
  {
    ...reader,
    state: 'failed',
    label: 'Check failed',
    name: 'an enclave with its evidence, and one more byte',
    answer: proven.replace('"finish_reason":"stop"', '"finish_reason":"stop" '),
    evidence,
  },
  {
    ...reader,
    state: 'failed',
    label: 'Check failed',
    name: 'a simulation that is altered',
    answer: simulated.replace('Who signed', 'Who paid'),
  },
  {
    ...reader,
    state: 'no-receipt',
    label: 'No receipt',
    name: 'an answer without a receipt',
    answer: JSON.stringify(withoutSvc),
  },
]
