import { evidenceKinds } from '../../attestation/kinds/evidence-kinds.ts'
import type { MeasuredEnclave } from '../../attestation/kinds/evidence-kind.ts'
import { judgeEvidence, type EvidenceVerdict } from '../../attestation/kinds/judge-evidence.ts'
import { statedPolicy } from '../../attestation/kinds/stated-policy.ts'
import { ciphertextValue } from '../../body-relay/ciphertext-value.ts'
import { bothSides, fail, pass, skip } from '../../checks.ts'
import type { CheckId } from '../../claims.ts'
import type { Salt } from '../../commitment/salt.ts'
import type { Digest } from '../../digest.ts'
import type { ReadProviderEvidence } from '../../document/parse-provider-evidence.ts'
import { handsOn, isSimulation } from '../../modes.ts'
import type { Receipt } from '../../receipt/parse-receipt.ts'
import { checkCommitment } from '../../svc/verify-answer.ts'
import type { Check } from '../../verdict.ts'
import * as checkReasons from '../../words/english/verdict/check-reasons.ts'
import type { ChainSubject } from '../chain-subject.ts'
import { checkEvidenceTime } from '../evidence-age.ts'
import type { ChainJudgement } from '../judge-chain.ts'
import { otherBytes } from '../other-bytes.ts'
import { responseDigests } from '../response-digests.ts'
import { signatureOf, verifyNearSignature, type NearSignature } from './near-signature.ts'
import { kindVerifiedBy, refusedRelease, signsAnswers } from './provider-kinds.ts'
import { providerChecks } from './provider-checks.ts'
import { shownEvidence } from './shown-evidence.ts'
import { readOrReason } from '../../read-or.ts'

interface ProviderChainInput extends ChainSubject {
  readonly evidence: ReadProviderEvidence
}

/** What joins the answer to the enclave, beside the evidence itself. */
const requiredAnswerChecks: readonly CheckId[] = [
  'evidence.time',
  'enclave-receipt.present',
  'enclave-receipt.key',
  'enclave-receipt.signature',
  'enclave-receipt.response',
  'enclave.signed',
]

type SignedEnclave = Pick<NonNullable<Receipt['body']['enclave']>, 'measurement'>

/**
 * The chain behind an answer of an enclave with its provider's protocol, by somebody who holds the answer and the evidence that the
 * gateway kept: roots, quote, GPUs, the enclave's signature over these bytes, and the gateway's receipt for the same enclave.
 */
export function judgeProviderChain(input: ProviderChainInput): ChainJudgement {
  const { svc, evidence } = input
  const { enclave: signed, issuedAt } = svc.receipt.body
  const said = signed === undefined ? null : kindVerifiedBy(signed.verifiedBy)
  const secondHop = handsOn(signed?.verifiedBy) ? 'the provider’s claim' : 'none'
  const nobody = { enclave: null, secondHop } as const
  if (signed === undefined || said?.kind !== evidence.kind) {
    return { ...nobody, checks: [otherKind], required: requiredAnswerChecks }
  }
  const judged = judgeShown(evidence, isSimulation(signed.verifiedBy))
  if (typeof judged === 'string') {
    return { ...nobody, checks: [fail('evidence.format', judged)], required: requiredAnswerChecks }
  }
  const ofAnswer = signsAnswers(evidence.kind) ? requiredAnswerChecks : (['evidence.time'] as const)
  const required = [...judged.required, ...ofAnswer]
  const checks = [
    // The connection was the gateway's own.
    ...providerChecks(judged.checks).map((check): Check =>
      check.id === 'channel.peer' ? { ...check, by: 'gateway' } : check,
    ),
    checkEvidenceTime(evidence, issuedAt),
  ]
  if (judged.enclave === null) return { ...nobody, checks, required }
  const { measurement, processor } = judged.enclave
  if (processor !== said.processor) {
    const other = bothSides(['signed', said.processor], ['proven', processor])
    return { ...nobody, checks: [...checks, fail('enclave.signed', other)], required }
  }
  if (!signsAnswers(evidence.kind)) {
    return { ...nobody, checks: [...checks, checkUnsigned(signed, measurement)], required }
  }
  return {
    ...nobody,
    checks: [
      ...checks,
      ...judgeSignature(input, judged.enclave),
      signed.measurement === measurement
        ? pass('enclave.signed')
        : fail(
            'enclave.signed',
            bothSides(['signed', signed.measurement], ['proven', measurement]),
          ),
    ],
    required,
  }
}

/** It is laid aside: nothing is found to be wrong. */
const otherKind = skip('evidence.format', checkReasons.otherKind)

/** That it wrote this answer, no enclave without signatures can show to anybody but who asked. */
function checkUnsigned(signed: SignedEnclave, proven: Digest): Check {
  const id = 'enclave.signed'
  const reason = checkReasons.signsNoAnswers
  return signed.measurement === proven
    ? { ...skip(id, reason), finding: 'signs nothing' }
    : fail(id, bothSides(['signed', signed.measurement], ['proven', proven]))
}

/** @returns why it cannot be read, where that is so */
function judgeShown(
  evidence: ReadProviderEvidence,
  isSimulated: boolean,
): EvidenceVerdict | string {
  const { kind: name, repository = null, atSeconds, simulation_roots: shown } = evidence
  const kind = evidenceKinds.find((each) => each.name === name)
  if (kind === undefined) return checkReasons.unknownKind
  const refused = refusedRelease(kind, repository)
  if (refused !== null) return refused
  const roots = isSimulated ? (shown ?? null) : null
  return readOrReason(() =>
    judgeEvidence(kind, shownEvidence(evidence, atSeconds), statedPolicy(repository, roots)),
  )
}

function judgeSignature(input: ProviderChainInput, enclave: MeasuredEnclave): readonly Check[] {
  const signature = signatureOf(input.svc)
  if (typeof signature === 'string') return [skip('enclave-receipt.present', signature)]
  return [
    pass('enclave-receipt.present'),
    ...verifyNearSignature(signature, enclave.signingKey),
    skip('enclave-receipt.exchange', checkReasons.modelUnknown),
    ...(input.svc.receipt.body.mode === 'e2ee'
      ? checkCiphertexts(signature, input)
      : [
          skip('enclave-receipt.request', checkReasons.bytesUnknown),
          checkResponse(signature, input),
        ]),
  ]
}

/** Where the bodies were encrypted, the receipt commits to what the enclave signed for: nobody has to hold the bytes. */
function checkCiphertexts(signed: NearSignature, { svc }: ProviderChainInput): readonly Check[] {
  const { promptCommit, responseCommit } = svc.receipt.body
  const { prompt, response } = svc.commitment_salts ?? {}
  const check = (id: CheckId, digest: string, opening: Opening) => {
    const value = ciphertextValue(digest as Digest)
    const found = checkCommitment('commitment.response', opening.commitment, { ...opening, value })
    if (found.status === 'pass') return pass(id)
    return found.status === 'skip'
      ? skip(id, checkReasons.noOpening)
      : fail(id, checkReasons.otherThanCommitted)
  }
  return [
    check('enclave-receipt.request', signed.request, { commitment: promptCommit, salt: prompt }),
    check('enclave-receipt.response', signed.response, {
      commitment: responseCommit,
      salt: response,
    }),
  ]
}

interface Opening {
  readonly commitment: Digest
  readonly salt: Salt | undefined
}

function checkResponse({ response }: NearSignature, input: ProviderChainInput): Check {
  const id = 'enclave-receipt.response'
  const digests: readonly string[] | string = responseDigests(input)
  if (typeof digests === 'string') return skip(id, digests)
  if (digests.includes(response)) return pass(id)
  const reason = otherBytes(input)
  return reason === null ? fail(id, checkReasons.otherBytes) : skip(id, reason)
}
