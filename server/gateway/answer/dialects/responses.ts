import { unsupportedMembers } from '#shared/words/english/errors/request-errors.ts'
import type { Json } from '#shared/canonical-json.ts'
import { responsesDialect } from '#shared/dialects/responses.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { translations } from '#shared/translation/translations.ts'
import { refuseManyItems } from '../request/parse-request.ts'
import { ResponsesRequestSchema } from './responses-request-schema.ts'
import type { ServerDialect } from './server-dialect.ts'
import { unsupported } from './unsupported.ts'

export const serverResponses: ServerDialect = {
  format: responsesDialect,
  operation: 'responses',
  path: '/responses',
  task: 'chat',
  requestForm: {
    schema: ResponsesRequestSchema,
    refuseMany: ({ input }, limits) => refuseManyItems(input, 'input', limits),
    refuseUnserved,
  },
  translation: translations.responses,
}

/** Tools that the client itself runs. */
const ofClients: readonly Json[] = ['function', 'custom', 'local_shell', 'apply_patch']
/** What stands in a store, at the upstream or here. */
const stored = ['previous_response_id', 'conversation', 'prompt'] as const

/** @throws {GatewayError} unsupported_parameter for what needs a store, or a tool that a server runs */
function refuseUnserved(value: JsonObject): void {
  const kept = stored.find((name) => value[name] !== undefined && value[name] !== null)
  if (kept !== undefined) throw unsupported(kept, unsupportedMembers.keepsNoNamed)
  if (value['background'] === true) throw unsupported('background', unsupportedMembers.keepsNothing)
  const { input, tools } = value
  const items = Array.isArray(input) ? (input as readonly JsonObject[]) : []
  const reference = items.findIndex(({ type }) => type === 'item_reference')
  if (reference >= 0) throw unsupported(`input[${reference}]`, unsupportedMembers.keepsNothing)
  const given = Array.isArray(tools) ? (tools as readonly JsonObject[]) : []
  const foreign = given.findIndex(({ type }) => !ofClients.includes(type ?? null))
  if (foreign >= 0) {
    throw unsupported(`tools[${foreign}]`, unsupportedMembers.runsNoTools)
  }
}
