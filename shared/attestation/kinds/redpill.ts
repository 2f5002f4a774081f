import * as Type from 'typebox'
import { checkShape } from '../../check-shape.ts'
import { parseJsonObject } from '../../json/parse-json-object.ts'
import * as providerReasons from '../../words/english/evidence/provider-reasons.ts'
import { judgeChutesInstance, requiredChutesChecks } from './chutes/chutes-instances.ts'
import type { EvidenceKind } from './evidence-kind.ts'

const RedpillSchema = Type.Object({
  attestation_type: Type.Literal('chutes'),
  all_attestations: Type.Array(
    Type.Object({
      instance_id: Type.String({ maxLength: 64 }),
      e2e_pubkey: Type.String(),
      intel_quote: Type.String(),
      gpu_evidence: Type.Array(
        Type.Object({ certificate: Type.String(), evidence: Type.String() }),
      ),
    }),
    { minItems: 1, maxItems: 64 },
  ),
})

/** Instances of Chutes as RedPill passes them on: without certificates, and for a nonce of its own. */
export const redpill: EvidenceKind = {
  name: 'redpill',
  judge(evidence, policy) {
    const { all_attestations: shown } = checkShape(
      parseJsonObject(evidence.document).value,
      RedpillSchema,
      providerReasons.report,
    )
    return {
      checks: shown.flatMap(
        ({ instance_id: id, e2e_pubkey: publicKey, intel_quote: quote, gpu_evidence: gpus }) =>
          judgeChutesInstance({ id, publicKey, quote, gpus, certificate: null }, [
            evidence,
            policy,
          ]),
      ),
      required: requiredChutesChecks,
    }
  },
}
