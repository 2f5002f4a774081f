import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import type { Resolved, Route } from '../catalogue/catalogue.ts'
import { chooseRoute } from './choose-route.ts'
import type { DeliveryPlan } from './delivery-plan.ts'
import { forwardBody } from './forward-body.ts'
import type { ChatRequest } from './parse-chat-request.ts'

interface ChatInput extends Pick<DeliveryPlan, 'release' | 'signal'> {
  readonly request: ChatRequest
  readonly resolved: Resolved
}

/** The strongest route that is left, until one is reached or the next would be too weak. */
export function planChat({ request, resolved, release, signal }: ChatInput): DeliveryPlan {
  const { model, viaTrait } = resolved
  const { shownMode, delivery } = request
  const tried = new Set<Route>()
  let last: Route | null = null
  let refused: readonly RefusedCheck[] | null = null
  return {
    request,
    said: { model: model.id, contentPolicy: model.contentPolicy, viaTrait },
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
        upstream: upstream.id,
        send: (sink) =>
          upstream.send({ body: forwardBody({ ...request, upstreamModel, mode }), delivery }, sink),
      }
    },
  }
}
