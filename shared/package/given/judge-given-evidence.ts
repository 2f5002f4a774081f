import { claims } from '../../claims.ts'
import type { Evidence } from '../../document/evidence.ts'
import type { ProviderEvidence } from '../../document/provider-evidence.ts'
import { readEvidence } from '../../document/read-evidence.ts'
import { FormatError } from '../../errors.ts'
import { chainSubjectOf } from '../../judge/chain-subject.ts'
import { isStillToCome } from '../../judge/evidence-age.ts'
import { evidenceLeavesOpen } from '../../judge/evidence-leaves-open.ts'
import { judgeBroughtEvidence } from '../../judge/judge-brought-evidence.ts'
import * as packageErrors from '../../words/english/errors/package-errors.ts'
import type { ReaderOfAnswer } from './verify-given-answer.ts'
import type { FoundVerdict } from '../found-verdict.ts'
import { CountersignError, reading } from '../countersign-error.ts'
import { bytesOf, promptOf, subjectOf, type GivenAnswer } from './given-answer.ts'
import { trustOf } from './reader.ts'
import { referenceOf } from './reference-of.ts'
import { judgeInWords } from './subject-verdict.ts'

export interface ReaderOfEvidence extends ReaderOfAnswer {
  /**
   * What the enclave must measure to, from somebody who built its software again and never from the gateway; its JSON text, or
   * the object. Left out, a hardware enclave stays `not-fully-checked`; a simulated one has values of its own.
   */
  readonly referenceValues?: string | object
}

/**
 * Judges an enclave's answer with the enclave's own evidence: from the root of the processor's maker over the quote, the
 * software and the keys to these bytes. `verified` takes the body as it came.
 * @param evidence `countersign-evidence/1` or `countersign-provider-evidence/1`, as `fetchEvidence` and `/verify` make it
 * @throws {CountersignError} for what cannot be read
 */
export function judgeGivenEvidence(
  answer: GivenAnswer,
  evidence: Evidence | ProviderEvidence | string | Uint8Array,
  reader: ReaderOfEvidence,
): FoundVerdict {
  return reading(() => {
    const trust = trustOf(reader)
    const subject = subjectOf(answer)
    const read = readEvidence(bytesOf(evidence))
    if (isStillToCome(read, trust.nowSeconds)) {
      throw new FormatError('EVIDENCE_MALFORMED', packageErrors.future)
    }
    const input = chainSubjectOf(subject)
    if (input === null) {
      throw new CountersignError('incomplete', packageErrors.noReceipt)
    }
    const chain = judgeBroughtEvidence(input, read, {
      reference: referenceOf(reader.referenceValues),
    })
    const openings = { mayBeSaved: true, ...promptOf(reader.request), chain } as const
    const { opened: _opened, ...verdict } = judgeInWords(subject, openings, trust, {
      naming: { signer: packageErrors.namedSigner, claimOf: (id) => claims[id] },
      leavesOpen: evidenceLeavesOpen('opened'),
    })
    return verdict
  })
}
