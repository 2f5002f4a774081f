import * as Type from 'typebox'
import { checkShape } from '../../check-shape.ts'
import { about } from '../../evidence-check.ts'
import { FormatError } from '../../errors.ts'
import { parseJsonObject } from '../../json/parse-json-object.ts'
import { OpenObject } from '../../open-object.ts'
import * as providerReasons from '../../words/english/evidence/provider-reasons.ts'
import type { EvidenceKind } from './evidence-kind.ts'
import { checkPeer } from './near-direct.ts'
import {
  judgeNearEnclave,
  judgeNearModel,
  nearRegisters,
  requiredNearModelChecks,
} from './near-enclave.ts'
import { parseNearReport } from './parse-near-report.ts'

const CloudSchema = Type.Object({
  gateway_attestation: OpenObject,
  model_attestations: Type.Array(OpenObject, { minItems: 1, maxItems: 8 }),
})

/** NEAR AI's gateway, which our connection ends in, and the hosts that it names. */
export const nearCloud: EvidenceKind = {
  name: 'near-cloud',
  judge(evidence, policy) {
    const document = checkShape(
      parseJsonObject(evidence.document).value,
      CloudSchema,
      providerReasons.report,
    )
    const gateway = parseNearReport(document.gateway_attestation)
    const { tls_cert_fingerprint: tls } = gateway
    if (tls === undefined) {
      throw new FormatError('EVIDENCE_MALFORMED', providerReasons.gatewayNamesNoKey)
    }
    const models = document.model_attestations.map(parseNearReport)
    return {
      checks: [
        ...about('gateway', [
          ...judgeNearEnclave(gateway, [evidence, policy]),
          checkPeer(tls, evidence),
        ]),
        ...models.flatMap((model, index) =>
          about(providerReasons.model(index), judgeNearModel(model, [evidence, policy])),
        ),
      ],
      required: requiredNearModelChecks,
      running: [gateway, ...models].map((report, index) => ({
        subject: index === 0 ? 'gateway' : providerReasons.model(index - 1),
        registers: nearRegisters(report),
      })),
    }
  },
}
