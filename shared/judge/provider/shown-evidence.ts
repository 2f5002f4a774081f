import { base64 } from '@scure/base'
import type { ShownEvidence } from '../../attestation/kinds/evidence-kind.ts'
import { parseCollateral } from '../../attestation/quote/parse-collateral.ts'
import { utf8ToBytes } from '../../bytes/bytes.ts'
import type { ProviderEvidence } from '../../document/provider-evidence.ts'
import { FormatError } from '../../errors.ts'

/**
 * Kept evidence as it is judged, by the gateway before it keeps it as by every reader afterwards.
 * @throws {FormatError} COLLATERAL_MALFORMED, EVIDENCE_MALFORMED
 */
export function shownEvidence(
  { nonce, document, peer, collateral, endorsement, code, platform }: ProviderEvidence,
  nowSeconds: number,
): ShownEvidence {
  return {
    nonce,
    nowSeconds,
    document: utf8ToBytes(document),
    instances: null,
    peer,
    collateral: collateral.map(parseCollateral),
    endorsement:
      endorsement === undefined
        ? null
        : {
            vcek: decode(endorsement.vcek),
            chain: endorsement.chain,
            crl: endorsement.crl === null ? null : decode(endorsement.crl),
          },
    opinion: null,
    code: code ?? null,
    platform: platform ?? null,
  }
}

function decode(text: string): Uint8Array {
  try {
    return base64.decode(text)
  } catch (cause) {
    throw new FormatError('EVIDENCE_MALFORMED', 'a certificate of the chip is not Base64', '', {
      cause,
    })
  }
}
