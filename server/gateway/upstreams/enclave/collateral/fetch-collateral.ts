import type { CollateralDocument } from '#shared/attestation/quote/parse-collateral.ts'
import { parseUtf8 } from '#shared/bytes/bytes.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import type { GottenDocument } from '../get-document.ts'
import { getFromService } from './get-from-service.ts'

/** Which platform the collateral is about, as its quote says. */
export interface PlatformName {
  /** 12 uppercase hex digits. */
  readonly fmspc: string
  readonly ca: 'platform' | 'processor'
}

/** Intel's own service; a PCCS serves the same paths (PROTOCOL.md §3). */
export const intelService = 'https://api.trustedservices.intel.com'
const intelRootCrl = 'https://certificates.trustedservices.intel.com/IntelSGXRootCA.der'

/**
 * Collateral of one platform from a PCCS or from Intel. Nothing of it is judged here: everything in
 * it is signed.
 * @throws {Error} when a part cannot be had
 */
export async function fetchCollateral(
  service: string,
  { fmspc, ca }: PlatformName,
  through: URL | null = null,
): Promise<CollateralDocument> {
  const get = (path: string) => getFromService(service, path, through)
  const [tcb, qe, pckCrl, rootCrl] = await Promise.all([
    get(`/tdx/certification/v4/tcb?fmspc=${fmspc}`),
    get('/tdx/certification/v4/qe/identity?update=standard'),
    get(`/sgx/certification/v4/pckcrl?ca=${ca}&encoding=der`),
    new URL(service).origin === intelService
      ? getFromService(new URL(intelRootCrl).origin, new URL(intelRootCrl).pathname, through)
      : get('/sgx/certification/v4/rootcacrl'),
  ])
  const tcbInfo = signedMember(tcb, 'tcbInfo')
  const qeIdentity = signedMember(qe, 'enclaveIdentity')
  return {
    root_ca_crl: crlHex(rootCrl),
    pck_crl: crlHex(pckCrl),
    tcb_info_issuer_chain: chain(tcb, ['tcb-info-issuer-chain', 'sgx-tcb-info-issuer-chain']),
    tcb_info: tcbInfo.text,
    tcb_info_signature: tcbInfo.signature,
    qe_identity_issuer_chain: chain(qe, ['sgx-enclave-identity-issuer-chain']),
    qe_identity: qeIdentity.text,
    qe_identity_signature: qeIdentity.signature,
  }
}

/** The exact text of the signed member: what was signed is bytes. */
function signedMember({ bytes }: GottenDocument, name: string) {
  const { value, members } = parseJsonObject(bytes)
  const member = members.find(({ key }) => key === name)
  const { signature } = value
  if (!member || typeof signature !== 'string') throw new Error(`the document lacks ${name}`)
  return {
    text: parseUtf8(bytes.subarray(member.valueStart, member.valueEnd)),
    signature: signature.toLowerCase(),
  }
}

function chain({ headers }: GottenDocument, names: readonly string[]): string {
  const value = names.map((name) => headers[name]).find((each) => each !== undefined)
  if (value === undefined) throw new Error('the document comes without its issuer chain')
  return decodeURIComponent(String(value))
}

/** A CRL is served as DER, or as hex of it. */
function crlHex({ bytes }: GottenDocument): string {
  const text = Buffer.from(bytes).toString('latin1').trim()
  return /^[0-9a-fA-F]+$/.test(text) ? text.toLowerCase() : Buffer.from(bytes).toString('hex')
}
