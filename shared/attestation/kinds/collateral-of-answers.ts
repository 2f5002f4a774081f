import { bytesToHex, parseUtf8 } from '../../bytes/bytes.ts'
import { FormatError } from '../../errors.ts'
import { parseJsonObject } from '../../json/parse-json-object.ts'
import * as providerReasons from '../../words/english/evidence/provider-reasons.ts'
import { parseCollateral, type Collateral } from '../quote/parse-collateral.ts'

/** An answer of Intel's service, or of one that serves the same paths. */
export interface ServiceAnswer {
  readonly url: string
  readonly body: Uint8Array
  /** Empty where there is none. */
  header(name: string): string
}

/**
 * Collateral for each kind of platform whose TCB info is among the answers; the other parts are common to all.
 * @throws {FormatError} EVIDENCE_MALFORMED when a part is not there, COLLATERAL_MALFORMED, CERTIFICATE_MALFORMED, JSON_*
 */
export function collateralOfAnswers(answers: readonly ServiceAnswer[]): readonly Collateral[] {
  const all = (path: string) => answers.filter(({ url }) => url.split('?')[0]?.endsWith(path))
  function one(path: string): ServiceAnswer {
    const [answer] = all(path)
    if (answer) return answer
    throw new FormatError('EVIDENCE_MALFORMED', providerReasons.intelNotWhole(path))
  }
  const platforms = all('/tdx/certification/v4/tcb')
  if (platforms.length === 0) return []
  const qe = one('/tdx/certification/v4/qe/identity')
  const qeIdentity = signedMember(qe, 'enclaveIdentity')
  const common = {
    root_ca_crl: bytesToHex(one('/IntelSGXRootCA.der').body),
    pck_crl: bytesToHex(one('/sgx/certification/v4/pckcrl').body),
    qe_identity_issuer_chain: qe.header('sgx-enclave-identity-issuer-chain'),
    qe_identity: qeIdentity.text,
    qe_identity_signature: qeIdentity.signature,
  }
  return platforms.map((answer) => {
    const tcbInfo = signedMember(answer, 'tcbInfo')
    return parseCollateral({
      ...common,
      tcb_info_issuer_chain: answer.header('tcb-info-issuer-chain'),
      tcb_info: tcbInfo.text,
      tcb_info_signature: tcbInfo.signature,
    })
  })
}

/** The exact text that was signed, and its signature beside it. */
function signedMember({ body }: ServiceAnswer, name: string) {
  const { value, members } = parseJsonObject(body)
  const member = members.find(({ key }) => key === name)
  const { signature } = value
  if (!member || typeof signature !== 'string') {
    throw new FormatError('EVIDENCE_MALFORMED', providerReasons.intelLacks(name))
  }
  return {
    text: parseUtf8(body.subarray(member.valueStart, member.valueEnd)),
    signature: signature.toLowerCase(),
  }
}
