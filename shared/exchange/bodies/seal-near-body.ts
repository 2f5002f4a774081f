import { bodyRelayHeaders } from '../../body-relay/relay-headers.ts'
import { FormatError } from '../../errors.ts'
import { createNearBodyReader } from '../../near/read-near-body.ts'
import { sealNearRequest } from '../../near/seal-near-request.ts'
import type { SealBodyInput, SealedBody } from './sealed-body.ts'

/** A chat, whose fields are encrypted each by itself. @throws {FormatError} E2EE_MALFORMED */
export function sealNearBody(input: SealBodyInput): SealedBody {
  if (input.endpoint !== 'chat') {
    throw new FormatError('E2EE_MALFORMED', 'this enclave takes nothing but chats')
  }
  const { body, clientKey, opener } = sealNearRequest(input)
  return {
    headers: {
      [bodyRelayHeaders.clientKey]: clientKey,
      [bodyRelayHeaders.modelKey]: input.recipient,
    },
    body,
    read: createNearBodyReader,
    opener,
  }
}
