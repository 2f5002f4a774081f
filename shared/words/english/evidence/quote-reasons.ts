// Why a check of Intel's quote did not pass.

export const collateral = 'Intel’s documents'
export const tcbInfo = 'the TCB info'
export const qeIdentity = 'the QE identity'
export const date = 'a date in Intel’s documents is no UTC time'
export const version = (version: number) => `version ${version} is not 4 or 5`
export const keyType = 'the type of the attestation key'
export const teeType = 'the type of the enclave'
export const vendor = 'the vendor of the quoting enclave is unknown'
export const afterQuote = 'bytes follow the quote'
export const certificationType = 'the type of the certification data'
export const afterCertification = 'bytes follow the certification data'
export const qeCertificationType = 'the type of the quoting enclave’s certification data'
export const afterPck = 'bytes follow the PCK chain'
export const body = (type: number, size: number) =>
  `body type ${type} with ${size} bytes is no TD report`
export const cutOff = (length: number) => `it ends within byte ${length}`
export const otherThan = (what: string, found: number, expected: number) =>
  `${what} is ${found}, not ${expected}`
export const unreadable = (reason: string) => `the quote cannot be read: ${reason}`
export const noSgxExtension = 'the PCK certificate lacks the SGX extension'
export const sgxNoValue = 'a member of the SGX extension has no value'
export const sgxLacks = (member: string) => `the SGX extension lacks member ${member}`
export const otherRoot = (found: string, root: string) => `a chain ends in ${found}, not in ${root}`
export const pckIsCa = 'the PCK certificate is that of an authority'
export const otherCa = 'the certificate’s issuer is neither the Platform CA nor the Processor CA'
export const notValidNow = (name: string) => `${name} is not valid at this time`
export const rootCrl = 'the root did not sign its list of withdrawn certificates'
export const pckCrl = 'the PCK’s issuer did not sign its list of withdrawn certificates'
export const crlNotValid = 'a list of withdrawn certificates is not valid at this time'
export const revoked = (name: string) => `${name} was withdrawn`
export const signerChain = 'the chain of the document is not a signer and a root'
export const otherSigner = (name: string) => `"${name}" signed the document`
export const otherText = 'the signature is not over this text'
export const issuedLater = (time: string) =>
  `the document was issued at ${time}, which is after the time of this check`
export const outdated = (time: string) => `the document was valid until ${time}`
export const notTdx = (id: string) => `the document is about ${id}, not TDX`
export const olderThan3 = (version: number) => `version ${version} is older than 3`
export const otherPlatform = (found: string, expected: string) =>
  `the document is about platform ${found}, not ${expected}`
export const fmspc = (fmspc: string) => `FMSPC ${fmspc}`
export const notTdQe = (id: string) => `the document is about ${id}, not TD_QE`
export const neither2Nor3 = (version: number) => `version ${version} is neither 2 nor 3`
export const qeDebug = 'the quoting enclave is in debug mode'
export const qeSigner = 'somebody else signed the quoting enclave'
export const qeProduct = (found: number, expected: number) =>
  `the quoting enclave is product ${found}, not ${expected}`
export const qeMiscselect = 'the quoting enclave’s MISCSELECT differs from Intel’s in a checked bit'
export const qeAttributes = 'the quoting enclave’s attributes differ from Intel’s in a checked bit'
export const noModule = (version: number | undefined) =>
  `Intel lists no TDX module of version ${version}`
export const moduleSigner = 'somebody else signed the TDX module'
export const moduleAttributes = 'the TDX module’s attributes differ from Intel’s in a checked bit'
export const module = 'TDX module'
export const quotingEnclave = 'quoting enclave'
export const noLevel = (part: string) => `the ${part} reaches none of the levels that Intel lists`
export const notAmong = (found: string, accepted: string) => `${found} is not among ${accepted}`
export const debug = 'the memory of the enclave can be read from outside: DEBUG is set'
export const septVe = 'the enclave was started without the protection SEPT_VE_DISABLE'
export const reserved = (attributes: string) => `a reserved bit is set in ${attributes}`
export const serviceTd = 'a service TD is bound to the enclave'
export const pckChain = 'the PCK chain is not leaf, CA and root'
export const pckNotSigned = 'the PCK’s key did not sign this report'
export const otherKey = 'the quoting enclave vouched for another attestation key'
export const notSigned = 'the attestation key did not sign this header and body'
