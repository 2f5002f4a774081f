import { parseEvidenceBase64 } from '../../bytes/parse-evidence-base64.ts'
import type { ShownEvidence } from '../../attestation/kinds/evidence-kind.ts'
import { parseCollateral } from '../../attestation/quote/parse-collateral.ts'
import { utf8ToBytes } from '../../bytes/bytes.ts'
import type { ProviderEvidence } from '../../document/provider-evidence.ts'
import * as checkReasons from '../../words/english/verdict/check-reasons.ts'

/**
 * Kept evidence as it is judged, by the gateway before it keeps it as by every reader afterwards.
 * @throws {FormatError} COLLATERAL_MALFORMED, EVIDENCE_MALFORMED
 */
export function shownEvidence(evidence: ProviderEvidence, nowSeconds: number): ShownEvidence {
  const { nonce, document, instances, peer, collateral, endorsement, opinion, code, platform } =
    evidence
  return {
    nonce,
    nowSeconds,
    document: utf8ToBytes(document),
    instances: instances === undefined ? null : utf8ToBytes(instances),
    peer,
    collateral: collateral.map(parseCollateral),
    endorsement:
      endorsement === undefined
        ? null
        : {
            vcek: parseEvidenceBase64(endorsement.vcek, checkReasons.chipCertificate),
            chain: endorsement.chain,
            crl:
              endorsement.crl === null
                ? null
                : parseEvidenceBase64(endorsement.crl, checkReasons.chipCertificate),
          },
    opinion: opinion ?? null,
    code: code ?? null,
    platform: platform ?? null,
  }
}
