import type { EnclaveReceipt } from '../aci/parse-enclave-receipt.ts'
import { sessionIdsOf } from '../aci/verify-enclave-receipt.ts'
import { setBounded } from '../bytes/set-bounded.ts'
import { parseEvidence, type ReadEvidence } from '../document/parse-evidence.ts'
import { utf8ToBytes } from '../bytes/bytes.ts'
import type { Evidence } from '../document/evidence.ts'
import { isOfOtherKeys } from '../judge/judge-chain.ts'

/** Evidence of the enclaves that answer, for as long as a verified keyset counts. */
export interface KeptEvidence {
  /**
   * Evidence of the keyset and the session that the receipt names: kept evidence, or evidence that is fetched now.
   * @throws {FormatError} for evidence that cannot be read
   */
  of(answer: Answered, fetchEvidence: () => Promise<Evidence>): Promise<ReadEvidence>
  /** Keeps what the enclave was established by. */
  keep(answer: Answered, evidence: ReadEvidence, notAfter: number): void
}

interface Answered {
  /** As the gateway's receipt names it; evidence is of one model. */
  readonly model: string
  readonly receipt: EnclaveReceipt
}

interface Clocks {
  readonly nowSeconds: () => number
  /** Milliseconds of a clock that nobody can set. */
  readonly elapsedSeconds: () => number
}

/** A platform may be revoked meanwhile. */
const longestKeptSeconds = 3_600
const mostKept = 64
/** Behind one name there may be several gateways, which meet different replicas. */
const mostFetches = 3

export function createKeptEvidence({ nowSeconds, elapsedSeconds }: Clocks): KeptEvidence {
  const kept = new Map<string, { evidence: ReadEvidence; until: number; untilElapsed: number }>()
  const nameOf = ({ model, receipt }: Answered) =>
    JSON.stringify([model, receipt.workload_keyset_digest, ...sessionIdsOf(receipt)])

  return {
    async of(answer, fetchEvidence) {
      const found = kept.get(nameOf(answer))
      if (found && nowSeconds() < found.until && elapsedSeconds() < found.untilElapsed) {
        return found.evidence
      }
      for (let fetches = 1; ; fetches += 1) {
        const evidence = parseEvidence(utf8ToBytes(JSON.stringify(await fetchEvidence())))
        if (!isOfOtherKeys(evidence, answer.receipt) || fetches >= mostFetches) return evidence
      }
    },
    keep(answer, evidence, notAfter) {
      const name = nameOf(answer)
      if (kept.get(name)?.evidence === evidence) return
      const seconds = Math.min(longestKeptSeconds, notAfter - nowSeconds())
      const until = nowSeconds() + seconds
      setBounded(kept, mostKept, [
        name,
        { evidence, until, untilElapsed: elapsedSeconds() + seconds },
      ])
    },
  }
}
