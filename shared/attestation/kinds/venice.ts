import * as Type from 'typebox'
import { parseUtf8 } from '../../bytes/bytes.ts'
import { checkShape } from '../../check-shape.ts'
import { decided } from '../../evidence-check.ts'
import { parseJsonObject } from '../../json/parse-json-object.ts'
import type { EvidenceKind } from './evidence-kind.ts'
import { judgeNearModel, nearRegisters, requiredNearModelChecks } from './near-enclave.ts'
import { parseNearReport } from './parse-near-report.ts'

const VeniceSchema = Type.Object({ nonce_source: Type.String() })

/** Venice's models with encryption: a report of NEAR AI, passed on, and words of Venice's own that prove nothing. */
export const venice: EvidenceKind = {
  name: 'venice',
  judge(evidence, policy) {
    const { value } = parseJsonObject(evidence.document, parseUtf8)
    const { nonce_source: source } = checkShape(value, {
      schema: VeniceSchema,
      code: 'EVIDENCE_MALFORMED',
      name: 'the report',
    })
    const report = parseNearReport(value)
    return {
      checks: [
        ...judgeNearModel(report, [evidence, policy]),
        decided('nonce.source', source === 'client' ? null : `the nonce is of "${source}"`),
      ],
      required: [...requiredNearModelChecks, 'nonce.source'],
      running: [{ subject: '', registers: nearRegisters(report) }],
    }
  },
}
