import { decided, notProven, type EvidenceCheck } from '../../evidence-check.ts'
import { FormatError } from '../../errors.ts'
import { parseJsonObject } from '../../json/parse-json-object.ts'
import * as providerReasons from '../../words/english/evidence/provider-reasons.ts'
import type { ShownEvidence, EvidenceKind } from './evidence-kind.ts'
import {
  judgeNearModel,
  nearEnclave,
  nearRegisters,
  requiredNearModelChecks,
} from './near-enclave.ts'
import { parseNearReport } from './parse-near-report.ts'

/** A model host of NEAR AI, met on a connection of its own. */
export const nearDirect: EvidenceKind = {
  name: 'near-direct',
  judge(evidence, policy) {
    const report = parseNearReport(parseJsonObject(evidence.document).value)
    const { tls_cert_fingerprint: tls } = report
    if (tls === undefined) {
      throw new FormatError('EVIDENCE_MALFORMED', providerReasons.reportNamesNoTlsKey)
    }
    return {
      checks: [...judgeNearModel(report, [evidence, policy]), checkPeer(tls, evidence)],
      required: requiredNearModelChecks,
      enclave: nearEnclave(report),
      running: [{ subject: '', registers: nearRegisters(report) }],
    }
  },
}

/** Whether the connection ended at the attested key; older captures did not keep it. */
export function checkPeer(attested: string, { peer }: ShownEvidence): EvidenceCheck {
  const id = 'channel.peer'
  if (peer === null) return notProven(id, providerReasons.connectionKeyNotKept)
  return decided(id, peer === attested ? null : providerReasons.otherEnd(peer, attested))
}
