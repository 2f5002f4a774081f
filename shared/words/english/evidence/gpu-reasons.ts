// Why a check of the GPUs, or of NVIDIA's opinion on them, did not pass.

export const serviceCertificate = 'a certificate of the service'
export const unknownAuthority = 'no authority of NVIDIA that this program knows certified the key'
export const otherKey = 'the certificate is of another key'
export const notValidThen = 'the certificate was not valid when its key signed'
export const tokenNotBase64 = 'a part of a token is not Base64'
export const noRequest = 'it begins with no request'
export const noMeasurements = 'no measurements follow the request'
export const lengths = 'its lengths do not add up'
export const block = (index: number) => `block ${index} is no measurement`
export const bytesLeft = 'bytes are left over behind the measurements'
export const opaqueCut = 'an opaque member is cut off'
export const unreadable = (reason: string) => `the evidence of a GPU cannot be read: ${reason}`
export const gpus = (count: number) => `${count} GPUs`
export const none = 'the report holds no evidence of a GPU'
export const tooMany = (count: number) => `the report holds evidence of ${count} GPUs`
export const evidence = 'the evidence of a GPU'
export const noCertificate = 'a GPU has no certificate'
export const ofGpu = (index: number, problem: string) => `GPU ${index}: ${problem}`
export const otherRoot = (found: string, root: string) =>
  `the chain ends in ${found}, not in ${root}`
export const notValidNow = (name: string) => `${name} is not valid at this time`
export const isCa = 'the certificate of the GPU is that of an authority'
export const unknownChip = 'an unknown chip'
export const otherGeneration = (chip: string) => `${chip} is neither a Hopper nor a Blackwell`
export const namesOther = (chip: string, named: string) =>
  `the certificate of ${chip} names ${named}`
export const notP384 = 'the key of the GPU is not on P-384'
export const notSigned = 'the key of the GPU did not sign these measurements'
export const otherNonce = (found: string, nonce: string) =>
  `the GPU signed the nonce ${found}, not ${nonce}`
export const again = (again: number, first: number) => `GPU ${again} is GPU ${first} again`
export const noOpinion =
  'NVIDIA gave no opinion, so firmware, revocation and confidential mode are not proven'
export const inOrder = 'firmware and settings are in order'
export const keyMissing = 'the key is missing'
export const noText = 'a token is no text'
export const tooManyParts = 'a token has too many parts'
export const unknownKey = 'no key that was kept signed the opinion'
export const tokenSignature = 'the signature on a token does not hold'
export const tokenIssuer = 'a token names another issuer'
export const tokenTime = 'a token has no time'
export const validFrom = (time: string) => `the opinion holds only from ${time}`
export const validUntil = (time: string) => `the opinion held only until ${time}`
export const opinionNonce = 'the opinion is on another nonce'
export const tokensApart = 'the tokens of the opinion do not belong together'
export const otherGpus = 'the opinion is on other GPUs'
export const saysNo = 'the opinion says no'
