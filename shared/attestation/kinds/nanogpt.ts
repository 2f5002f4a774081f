import { about } from '../../evidence-check.ts'
import { parseHex } from '../../bytes/bytes.ts'
import { parseJsonObject } from '../../json/parse-json-object.ts'
import * as providerReasons from '../../words/english/evidence/provider-reasons.ts'
import { parseQuote } from '../quote/parse-quote.ts'
import type { EvidenceKind } from './evidence-kind.ts'
import { judgeBoot } from './judge-dstack.ts'
import { judgeNearModel, requiredNearModelChecks } from './near-enclave.ts'
import { parseNearReport } from './parse-near-report.ts'
import { readDstackInfo } from './read-dstack.ts'

/** A report of dstack that NanoGPT passes on. It binds no connection, so that nothing follows from it for an answer. */
export const nanogpt: EvidenceKind = {
  name: 'nanogpt',
  judge(evidence, policy) {
    const report = parseNearReport(parseJsonObject(evidence.document).value)
    const { td } = parseQuote(parseHex(report.intel_quote))
    const { appCompose, eventLog } = readDstackInfo(report.info)
    return {
      checks: [
        ...judgeNearModel(report, [evidence, policy]),
        ...about(providerReasons.logInTcbInfo, judgeBoot({ td, eventLog, appCompose })),
      ],
      required: requiredNearModelChecks,
    }
  },
}
