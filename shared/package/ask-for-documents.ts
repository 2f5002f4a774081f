import { sha256Digest } from '../digest.ts'
import type { Evidence } from '../document/evidence.ts'
import { parseProviderEvidence } from '../document/parse-provider-evidence.ts'
import type { ProviderEvidence } from '../document/provider-evidence.ts'
import { FormatError } from '../errors.ts'
import { ExchangeRefused } from '../exchange/exchange-refused.ts'
import type { SignerHistory } from '../receipt/parse-signer-history.ts'
import { CountersignError } from './countersign-error.ts'
import type { GatewayRelay } from '../exchange/gateway-relay.ts'
import { askForEvidence, askForSigners, baseOf, relayOver } from './gateway-access.ts'
import { chainSubjectOf } from '../judge/chain-subject.ts'
import * as packageErrors from '../words/english/errors/package-errors.ts'
import { subjectOf, type GivenAnswer } from './given/given-answer.ts'
import { toCountersignError } from './settle-refusal.ts'

/**
 * Asks a gateway that the reader named who signs for it. Keep it: whom a gateway names tomorrow may be somebody else.
 * @throws {CountersignError}
 */
export function signersOfGateway(gateway: string | URL): Promise<SignerHistory> {
  return said(() => askForSigners(relayTo(gateway)))
}

/**
 * Asks a gateway for the evidence of the enclave behind an answer, for `judgeEvidence`. Enclaves start anew and platforms are
 * updated: evidence of another day is none of this answer. Of an enclave whose provider has a protocol of its own it is what the
 * gateway kept.
 * @throws {CountersignError}
 */
export function evidenceOfGateway(
  answer: GivenAnswer,
  gateway: string | URL,
): Promise<Evidence | ProviderEvidence> {
  return said(async () => {
    const subject = chainSubjectOf(subjectOf(answer))
    if (subject === null) {
      throw new CountersignError('incomplete', packageErrors.noReceipt)
    }
    const { evidence } = subject.svc
    return evidence === undefined
      ? askForEvidence(subject.svc, relayTo(gateway))
      : keptEvidence(evidence, relayTo(gateway))
  })
}

async function keptEvidence(digest: string, relay: GatewayRelay): Promise<ProviderEvidence> {
  const bytes = await relay.document(`/api/evidence/${digest}`)
  if (sha256Digest(bytes) !== digest) {
    throw new FormatError('EVIDENCE_MALFORMED', packageErrors.otherEvidence)
  }
  const { atSeconds: _atSeconds, ...evidence } = parseProviderEvidence(bytes)
  return evidence
}

function relayTo(gateway: string | URL) {
  return relayOver(
    { base: baseOf(gateway, 'refuse'), key: null, fetch: (...asked) => fetch(...asked) },
    null,
  )
}

async function said<Document>(ask: () => Promise<Document>): Promise<Document> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ExchangeRefused) throw toCountersignError(error)
    if (!(error instanceof FormatError)) throw error
    throw new CountersignError(error.code, error.message, { cause: error })
  }
}
