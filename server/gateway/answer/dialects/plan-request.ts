import { providerErrors } from '#shared/words/english/errors/provider-errors.ts'
import { requestErrors } from '#shared/words/english/errors/request-errors.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { scanJson } from '#shared/json/scan-json.ts'
import type { Resolved } from '../../catalogue/catalogue.ts'
import type { AnswerLimits } from '../../config/size-limits.ts'
import type { ServerDialect } from './server-dialect.ts'
import { inChat } from './unsupported.ts'
import { anonymize } from '../anonymize.ts'
import { withLeftOut } from '../with-left-out.ts'
import { decodeUtf8 } from '../../common/decode-utf8.ts'
import type { DialectId } from '#shared/dialects/api-dialect.ts'
import type { Mode } from '#shared/modes.ts'
import { translateAnswer } from './translate-answer.ts'
import { GatewayError, doNotRetry } from '../../common/errors.ts'
import type { Send, Upstream } from '../../common/upstream.ts'
import type { DeliveryPlan } from '../delivery-plan.ts'
import { formOfAnswer } from '../answer-form.ts'
import { forwardBody, type ForwardInput } from '../forward-body.ts'
import type { ApiRequest } from '../request/parse-request.ts'
import type { Routing } from '../choice/route-health.ts'
import { createRouteWalk } from '../choice/choose-route.ts'

interface PlanInput extends Pick<DeliveryPlan, 'release' | 'signal'> {
  readonly dialect: ServerDialect
  readonly request: ApiRequest
  readonly resolved: Resolved
  /** Whose budget is spent. */
  readonly subject: string
  /** How much is read of an answer that is translated. */
  readonly answerLimits: AnswerLimits
  readonly routing: Routing
}

/**
 * One route after another, until one answers, none is left or the next would be too weak.
 * @throws {GatewayError} invalid_request_error for a model that does something else
 */
export function planRequest(input: PlanInput): DeliveryPlan {
  const { dialect, request, resolved, release, signal, answerLimits, routing } = input
  const { viaTrait } = resolved
  const model = servedIn(dialect, resolved)
  const { shownMode, delivery } = request
  const { id } = dialect.format
  const obfuscates = delivery === 'streamed' && wantsObfuscation(request)
  const walk = createRouteWalk(model, shownMode, routing)
  const prepared = new Map<'anonymous' | 'own', Prepared>()
  const prepare = (mode: Mode): Prepared => {
    const who = mode === 'anonymized' ? 'anonymous' : 'own'
    const before = prepared.get(who)
    if (before !== undefined) return before
    const made =
      who === 'own' ? { request, leftOut: new Set<string>(), chat: null } : anonymous(request, id)
    prepared.set(who, made)
    return made
  }
  return {
    request,
    prompt: dialect.format.prompt,
    form: formOfAnswer(dialect.format, request.outline),
    said: {
      model: model.id,
      contentPolicy: model.contentPolicy,
      viaTrait,
      ...(id === 'chat' ? {} : { committed: id }),
    },
    contextLength: model.contextLength,
    release,
    obfuscates,
    signal,
    forClient: null,
    next(failed) {
      const { route, why } = walk.next(failed)
      const { mode, upstream, upstreamModel } = route
      const health = walk.healthOf(route)
      const to = { dialect: id, upstreamModel, cacheSalt: saltFor(upstream, input) }
      const { translation } = dialect
      // The caller hears what cannot be sent or translated before anything is sent.
      const sent = prepare(mode)
      if (translation === null || upstream.speaks.includes(id)) {
        const send: Send = (gone) =>
          upstream.send(
            { dialect: id, body: forwardBody({ ...sent.request, ...to }), delivery },
            gone,
          )
        const said = sent.leftOut.size === 0 ? why : withLeftOut(why, sent.leftOut)
        return { mode, why: said, upstream: upstream.id, health, send }
      }
      sent.chat ??= inChat(translation, sent.request.whole(), (member) => sent.leftOut.add(member))
      const body = forwardTranslated(sent.chat, to)
      const send: Send = async (gone) =>
        translateAnswer(await upstream.send({ dialect: 'chat', body, delivery }, gone), {
          translation,
          request: request.whole(),
          delivery,
          answerLimits,
        })
      const said = withLeftOut(why, sent.leftOut)
      return { mode, why: said, upstream: upstream.id, health, translated: true, send }
    },
  }
}

/** A request as it is sent, whichever route it takes. */
interface Prepared {
  readonly request: ApiRequest
  readonly leftOut: Set<string>
  /** Once a route needs it. */
  chat: JsonObject | null
}

/** @throws {GatewayError} unsupported_parameter */
function anonymous(request: ApiRequest, dialect: DialectId): Prepared {
  const { bytes, leftOut } = anonymize(request.bytes, dialect)
  if (bytes === request.bytes) return { request, leftOut, chat: null }
  const { members } = scanJson(bytes)
  const value = JSON.parse(decodeUtf8(bytes)) as JsonObject
  return {
    request: { ...request, bytes, members, outline: value, texts: [], whole: () => value },
    leftOut,
    chat: null,
  }
}

/** Servers have a salt for chats and responses; what is translated is a chat. */
function saltFor(
  { cacheSalt, speaks }: Upstream,
  { dialect: { format, translation }, request, subject }: PlanInput,
): string | undefined {
  const isChat = format.id === 'chat' || (translation !== null && !speaks.includes(format.id))
  if (!isChat && format.id !== 'responses') return undefined
  return cacheSalt?.(subject, (request.outline['cache_salt'] ?? null) as string | null)
}

/** OpenAI's own switch, which is on where it is left out. */
function wantsObfuscation({ outline: { stream_options: options } }: ApiRequest): boolean {
  return (options as Partial<JsonObject> | null | undefined)?.['include_obfuscation'] !== false
}

function forwardTranslated(
  chat: JsonObject,
  to: Pick<ForwardInput, 'upstreamModel' | 'cacheSalt'>,
): Uint8Array {
  const bytes = Buffer.from(JSON.stringify(chat))
  const { members } = scanJson(bytes)
  return forwardBody({ ...to, dialect: 'chat', bytes, members })
}

/** The model with the routes that serve requests of this dialect. @throws {GatewayError} */
function servedIn(
  { format, task, translation }: ServerDialect,
  { model }: Resolved,
): Resolved['model'] {
  const routes = model.routes.filter(
    ({ upstream: { speaks } }) =>
      speaks.includes(format.id) || (translation !== null && speaks.includes('chat')),
  )
  if (model.task === task && routes.length > 0) return { ...model, routes }
  throw new GatewayError(
    'invalid_request_error',
    model.task === task
      ? model.routes.every(({ mode }) => mode === 'e2ee')
        ? requestErrors.onlyEncrypted(model.id)
        : providerErrors.takesNothingOfThisKind(model.id)
      : requestErrors.otherTask(model.id, model.task),
    { param: 'model', headers: doNotRetry },
  )
}
