import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import type { Resolved, Route } from '../catalogue/catalogue.ts'
import type { ServerDialect } from '../dialects/server-dialect.ts'
import { GatewayError, doNotRetry } from '../errors.ts'
import { chooseRoute } from './choose-route.ts'
import type { DeliveryPlan } from './delivery-plan.ts'
import type { ApiRequest } from './parse-request.ts'

interface PlanInput extends Pick<DeliveryPlan, 'release' | 'signal'> {
  readonly dialect: ServerDialect
  readonly request: ApiRequest
  readonly resolved: Resolved
}

/**
 * The strongest route that is left, until one is reached or the next would be too weak.
 * @throws {GatewayError} invalid_request_error for a model that does something else
 */
export function planRequest(input: PlanInput): DeliveryPlan {
  const { dialect, request, resolved, release, signal } = input
  const { viaTrait } = resolved
  const model = servedIn(dialect, resolved)
  const { shownMode, delivery } = request
  const { id } = dialect.format
  const tried = new Set<Route>()
  let last: Route | null = null
  let refused: readonly RefusedCheck[] | null = null
  return {
    request,
    prompt: dialect.format.prompt,
    form: dialect.formFor(request),
    said: {
      model: model.id,
      contentPolicy: model.contentPolicy,
      viaTrait,
      ...(id === 'chat' ? {} : { committed: id }),
    },
    release,
    signal,
    forClient: null,
    next(failed) {
      if (last !== null) tried.add(last)
      refused = failed?.checks ?? refused
      const { route, why } = chooseRoute(model, { shownMode, tried, refused })
      last = route
      const { mode, upstream, upstreamModel } = route
      return {
        mode,
        why,
        send(sink) {
          const body = dialect.forward(request, { upstreamModel, mode })
          return upstream.send({ dialect: id, body, delivery }, sink)
        },
      }
    },
  }
}

/** The model with the routes that serve requests of this dialect. @throws {GatewayError} */
function servedIn({ format, task }: ServerDialect, { model }: Resolved): Resolved['model'] {
  const routes = model.routes.filter(({ upstream }) => upstream.speaks.includes(format.id))
  if (model.task === task && routes.length > 0) return { ...model, routes }
  throw new GatewayError(
    'invalid_request_error',
    model.task === task
      ? `No upstream of the model "${model.id}" answers requests of this kind.`
      : `The model "${model.id}" is for ${model.task}. GET /v1/models tells the task of each.`,
    { param: 'model', headers: doNotRetry },
  )
}
