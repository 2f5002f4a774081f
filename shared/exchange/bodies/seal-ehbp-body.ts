import { bytesToHex, utf8ToBytes } from '../../bytes/bytes.ts'
import { sealedForms } from '../../e2ee/sealed-form.ts'
import { ehbpNames } from '../../ehbp/ehbp-names.ts'
import { openEhbpAnswer } from '../../ehbp/open-ehbp-answer.ts'
import { sealEhbpRequest } from '../../ehbp/seal-ehbp-request.ts'
import { clearOpener } from './clear-opener.ts'
import type { SealBodyInput, SealedBody } from './sealed-body.ts'

/** All of a request, encrypted as one. */
export async function sealEhbpBody(input: SealBodyInput): Promise<SealedBody> {
  const { endpoint, request, recipient, randomBytes } = input
  const form = sealedForms[endpoint]
  const { body, secret } = await sealEhbpRequest(utf8ToBytes(JSON.stringify(request)), {
    recipient,
    entropy: randomBytes(32),
  })
  return {
    headers: { [ehbpNames.encapsulatedKey]: bytesToHex(secret.encapsulatedKey) },
    body,
    covers: 'all',
    read: (responseNonce) => openEhbpAnswer(secret, responseNonce),
    opener: clearOpener({ form, asked: form.asked(request) }),
  }
}
