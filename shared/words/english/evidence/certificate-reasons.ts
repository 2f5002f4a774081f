// What a certificate, a list of withdrawn certificates or another ASN.1 document says wrongly.

export const notOneValue = 'it is not one ASN.1 value'
export const cutOff = 'it ends within a value'
export const longTag = 'a tag has more than one byte'
export const length = 'a length is not written as DER writes it'
export const structure = 'a structure was expected'
export const value = 'a value was expected'
export const anIdentifier = 'an object identifier'
export const identifier = 'an object identifier was expected'
export const aBitString = 'a bit string'
export const bitString = 'a bit string was expected'
export const anInteger = 'an integer'
export const integer = 'an integer was expected'
export const integerRange = 'an integer is out of range'
export const time = 'a time was expected'
export const expected = (what: string) => `${what} was expected`
export const unreadable = (reason: string) => `the document cannot be read: ${reason}`
export const criticalExtension = (name: string) =>
  `${name} has a critical extension that this program does not know`
export const otherIssuer = (name: string) => `${name} names another issuer`
export const mayNotIssue = (issuer: string) => `${issuer} may not issue certificates`
export const theIssuer = 'the issuer'
export const signature = (name: string) => `the signature on ${name} does not hold`
export const notSha256 = 'the signature of the certificate is not ECDSA with SHA-256'
export const notP256 = 'the key of the certificate is not on P-256'
export const crl = 'a list of withdrawn certificates was expected'
export const crlVersion = 'a list of withdrawn certificates of version 2 was expected'
export const otherCrl = (issuer: string) => `the list of withdrawn certificates is not by ${issuer}`
export const mayNotSignCrl = (issuer: string) =>
  `${issuer} may not sign lists of withdrawn certificates`
export const crlSignature = 'the signature on the list of withdrawn certificates does not hold'
export const certificate = 'a certificate was expected'
export const version3 = 'a certificate of version 3 was expected'
export const twoAlgorithms = 'the certificate names two algorithms of its signature'
export const otherText = 'other text stands beside the PEM certificates'
export const count = (count: number) => `the document has ${count} certificates`
export const pemNotBase64 = 'a PEM block is not Base64'
export const extensionTwice = 'an extension of the certificate occurs twice'
