import { enclaveErrors, enclaveReasons } from '#shared/words/english/errors/enclave-errors.ts'
import { isApiErrorCode, type ApiErrorCode } from '#shared/api-error.ts'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import { fail } from '#shared/checks.ts'
import type { Json } from '#shared/canonical-json.ts'
import { vectorsAsked } from '#shared/dialects/embeddings.ts'
import { mapAnswerFields, mapChunkFields, mapVectors } from '#shared/e2ee/answer-fields.ts'
import { sealedForms } from '#shared/e2ee/sealed-form.ts'
import { FormatError } from '#shared/errors.ts'
import { attestationUnavailable } from '../catalogue/attestation-unavailable.ts'
import type { Model } from '../catalogue/catalogue.ts'
import { decodeUtf8 } from '../common/decode-utf8.ts'
import { GatewayError } from '../common/errors.ts'
import type { EnclaveDoor } from '../common/upstream.ts'
import { chatForm, dialectForm, type AnswerForm } from './answer-form.ts'
import { UpstreamRefused } from './choice/leg-failures.ts'
import type { DeliveryPlan } from './delivery-plan.ts'
import type { ForClient } from './for-client.ts'
import { isEncrypted, type RelayRequestInput } from './request/parse-relay-request.ts'
import type { ApiRequest } from './request/parse-request.ts'

interface RelayInput extends Pick<DeliveryPlan, 'release' | 'signal' | 'obfuscates'> {
  readonly request: RelayRequestInput
  readonly model: Model
  readonly viaTrait: string | null
  readonly upstream: { readonly id: string }
  readonly upstreamModel: string
  readonly enclave: EnclaveDoor
}

/** The one enclave that holds the key. */
export function planRelay(input: RelayInput): DeliveryPlan {
  const {
    request,
    model,
    viaTrait,
    upstream,
    upstreamModel,
    enclave,
    release,
    signal,
    obfuscates,
  } = input
  const { request: asked, endpoint, headers, serviceKey } = request
  const { dialect } = sealedForms[endpoint]
  return {
    request: asked,
    prompt: dialect.prompt,
    form: endpoint === 'chat' ? chatForm(asked.outline, forClient) : vectorsForm(asked),
    // What nobody here can read, nobody here can moderate.
    said: {
      model: model.id,
      contentPolicy: 'unmoderated',
      viaTrait,
      ...(endpoint === 'chat' ? {} : { committed: endpoint }),
    },
    contextLength: model.contextLength,
    release,
    signal,
    obfuscates,
    forClient,
    next(failed) {
      if (failed instanceof UpstreamRefused) throw failed.refusal
      if (failed !== null) {
        throw failed.checks === null
          ? new GatewayError('upstream_error', enclaveErrors.unreachable)
          : attestationUnavailable(failed.checks)
      }
      return {
        mode: 'e2ee',
        upstream: upstream.id,
        why: null,
        health: null,
        send(to) {
          const body = withModel(asked.bytes, asked.members, upstreamModel)
          const { delivery } = asked
          return enclave.relay({ dialect: endpoint, body, delivery, headers, serviceKey }, to)
        },
      }
    },
  }
}

const forClient: ForClient = {
  passOn: (code): code is ApiErrorCode => isApiErrorCode(code) && code.startsWith('e2ee_'),
  inspect(part, kind) {
    const mapFields = kind === 'answer' ? mapAnswerFields : mapChunkFields
    inspect(() => mapFields(part, requireEncrypted))
  },
}

function vectorsForm({ outline }: ApiRequest): AnswerForm {
  const form = dialectForm(sealedForms.embeddings.dialect, vectorsAsked(outline['input']))
  return {
    ...form,
    inspect: (answer) => inspect(() => mapVectors(answer, (vector) => requireEncrypted(vector))),
  }
}

/** @throws {GatewayError} unverified_enclave when something is not encrypted */
function inspect(look: () => unknown): void {
  try {
    look()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const check = fail('e2ee.encrypted', error.message)
    throw new GatewayError('unverified_enclave', enclaveErrors.answeredInClear, {
      checks: refusedChecks([check], [check.id]),
    })
  }
}

function requireEncrypted(value: Json): string {
  if (typeof value === 'string' && isEncrypted(value)) return value
  throw new FormatError('E2EE_MALFORMED', enclaveReasons.contentInClear)
}

/** The caller's bytes; where `model` is not the enclave's name for it, that one string is replaced. */
function withModel(
  bytes: Uint8Array,
  members: ApiRequest['members'],
  upstreamModel: string,
): Uint8Array {
  const member = members.find(({ key }) => key === 'model')
  const name = JSON.stringify(upstreamModel)
  if (!member) return bytes
  const { valueStart, valueEnd } = member
  if (decodeUtf8(bytes.subarray(valueStart, valueEnd)) === name) return bytes
  return Buffer.concat([bytes.subarray(0, valueStart), Buffer.from(name), bytes.subarray(valueEnd)])
}
