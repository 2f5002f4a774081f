import { bodyRelayHeaders } from '../../body-relay/relay-headers.ts'
import { fieldSchemes } from '../../near/field-scheme.ts'
import { createMarkedBodyReader } from '../../body-relay/marked-body-reader.ts'
import { sealNearRequest } from '../../near/seal-near-request.ts'
import { gatherStream } from './gather-stream.ts'
import type { SealBodyInput, SealedBody } from './sealed-body.ts'

/** A chat, whose fields are encrypted each by itself. @throws {FormatError} HEX_MALFORMED, E2EE_MALFORMED */
export function sealFieldsBy(name: 'near-2' | 'venice-1'): (input: SealBodyInput) => SealedBody {
  const scheme = fieldSchemes[name]
  return (input) => {
    const { body, clientKey, opener } = sealNearRequest(scheme, input)
    const isGathered = scheme.streams && input.request['stream'] !== true
    return {
      headers: {
        [bodyRelayHeaders.clientKey]: clientKey,
        [bodyRelayHeaders.modelKey]: input.recipient,
      },
      body,
      covers: 'fields',
      ...(isGathered ? gatherStream(opener) : { read: createMarkedBodyReader, opener }),
    }
  }
}
