import { isApiErrorCode, type ApiErrorCode } from '#shared/api-error.ts'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import { fail } from '#shared/checks.ts'
import { chatDialect } from '#shared/dialects/chat.ts'
import { mapAnswerFields, mapChunkFields } from '#shared/e2ee/answer-fields.ts'
import { FormatError } from '#shared/errors.ts'
import { attestationUnavailable } from '../catalogue/attestation-unavailable.ts'
import type { Model } from '../catalogue/catalogue.ts'
import { decodeUtf8 } from '../decode-utf8.ts'
import { GatewayError } from '../errors.ts'
import type { EnclaveDoor } from '../upstream.ts'
import { chatForm } from './answer-form.ts'
import { choicesOf } from './choices-of.ts'
import type { DeliveryPlan } from './delivery-plan.ts'
import type { ForClient } from './for-client.ts'
import { isEncrypted, type RelayRequestInput } from './parse-relay-request.ts'

interface RelayInput extends Pick<DeliveryPlan, 'release' | 'signal'> {
  readonly request: RelayRequestInput
  readonly model: Model
  readonly viaTrait: string | null
  readonly upstream: { readonly id: string }
  readonly upstreamModel: string
  readonly enclave: EnclaveDoor
}

/** The one enclave that holds the key. */
export function planRelay(input: RelayInput): DeliveryPlan {
  const { request, model, viaTrait, upstream, upstreamModel, enclave, release, signal } = input
  const { chat, headers } = request
  return {
    request: chat,
    prompt: chatDialect.prompt,
    form: chatForm(choicesOf(chat), forClient),
    // What nobody here can read, nobody here can moderate.
    said: { model: model.id, contentPolicy: 'unmoderated', viaTrait },
    release,
    signal,
    forClient,
    next(failed) {
      if (failed !== null) {
        throw failed.checks === null
          ? new GatewayError('upstream_error', 'The enclave cannot be reached now.')
          : attestationUnavailable(failed.checks)
      }
      return {
        mode: 'e2ee',
        upstream: upstream.id,
        why: null,
        send(sink) {
          const body = withModel(chat.bytes, chat.members, upstreamModel)
          return enclave.relay({ dialect: 'chat', body, delivery: chat.delivery, headers }, sink)
        },
      }
    },
  }
}

const forClient: ForClient = {
  passOn: (code): code is ApiErrorCode => isApiErrorCode(code) && code.startsWith('e2ee_'),
  inspect(part, kind) {
    const mapFields = kind === 'answer' ? mapAnswerFields : mapChunkFields
    try {
      mapFields(part, requireEncrypted)
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      const check = fail('e2ee.encrypted', error.message)
      throw new GatewayError(
        'unverified_enclave',
        'The enclave answered an encrypted request in clear: the answer is not delivered.',
        { extra: { checks: refusedChecks([check], [check.id]) } },
      )
    }
  },
}

function requireEncrypted(value: string): string {
  if (isEncrypted(value)) return value
  throw new FormatError('E2EE_MALFORMED', 'a content field of the answer is not encrypted')
}

/** The caller's bytes; where `model` is not the enclave's name for it, that one string is replaced. */
function withModel(
  bytes: Uint8Array,
  members: RelayRequestInput['chat']['members'],
  upstreamModel: string,
): Uint8Array {
  const member = members.find(({ key }) => key === 'model')
  const name = JSON.stringify(upstreamModel)
  if (!member) return bytes
  const { valueStart, valueEnd } = member
  if (decodeUtf8(bytes.subarray(valueStart, valueEnd)) === name) return bytes
  return Buffer.concat([bytes.subarray(0, valueStart), Buffer.from(name), bytes.subarray(valueEnd)])
}
