// Why a check of a signed statement about software did not pass.

export const noTimestamp = 'the certificate carries no timestamp of a log'
export const timestampsUnreadable = 'the timestamps of the certificate cannot be read'
export const sameLogTwice = 'two timestamps of the certificate are of one log'
export const unknownLog = 'no accepted log has this key at that time'
export const logSignature = 'the signature of the log does not hold'
export const promise = 'the signature on the log’s promise does not hold'
export const proof = 'the log’s proof does not lead to its root'
export const otherEntry = 'the log’s entry is of another kind'
export const otherStatement = 'the log’s entry is of another statement'
export const oneSignature = 'the log’s entry has not exactly one signature'
export const otherSignature = 'the log’s entry is of another signature'
export const noCertificate = 'the log’s entry names no certificate'
export const otherCertificate = 'the log’s entry is of another certificate'
export const checkpointSize = 'the log’s checkpoint is of another size'
export const checkpointRoot = (root: string) => `the log’s checkpoint is not of ${root}`
export const checkpointCut = 'the log’s checkpoint is cut off'
export const checkpointRest = 'something beside signatures stands under the checkpoint'
export const checkpointNotSigned = 'the log did not sign the checkpoint'
export const entryNotBase64 = 'a part of the entry is not Base64'
export const bundle = 'the bundle'
export const bundleNotBase64 = 'a part of the bundle is not Base64'
export const trustedRoot = 'the trusted root'
export const trustedRootDate = 'a date of the trusted root is not written as a date'
export const trustedRootNotBase64 = 'the trusted root is not Base64'
export const statement = 'the statement'
export const noIssuer = 'no accepted authority issued the certificate'
export const otherSubject = (found: string, subject: string) =>
  `the statement is about ${found}, not ${subject}`
export const listOf = (day: string) => `the list of keys is of ${day}`
export const takenLater = (time: string) =>
  `the log took the signature in at ${time}, which is later`
export const issuerNotValid = 'the certificate’s issuer was not valid then'
export const notValidThen = (name: string) => `${name} was not valid then`
export const theCertificate = 'the certificate'
export const isCa = 'the certificate is that of an authority'
export const notForSigning = 'the certificate’s key is not for signing'
export const notForCode = 'the certificate’s key is not for signing code'
export const notP256 = 'the certificate’s key is not on P-256'
export const otherText = 'the signature is not over this statement'
export const confirmedBy = (issuer: string) => `"${issuer}" confirmed the identity`
export const otherRepository = (found: string, expected: string) =>
  `the workflow is of "${found}", not of ${expected}`
export const otherRef = (ref: string) => `the workflow ran for "${ref}"`
export const otherWorkflow = (workflow: string) => `the workflow "${workflow}" signed the statement`
export const runner = (runner: string) => `the workflow ran on a machine that is "${runner}"`
export const payloadType = (type: string) => `the payload is of type "${type}"`
export const predicateType = (type: string) => `the statement is of kind "${type}"`
