import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GatewayError } from '../common/errors.ts'
import { signedOut, type IdentifyDeps } from './callers/identify-caller.ts'
import { tellBudget, type TellDeps } from './callers/tell-budget.ts'

type EndDeps = IdentifyDeps & TellDeps

/** Refuses a request when the gateway is about to end; null, and nothing is done, while it is not. */
type RefuseAtEnd = (request: FastifyRequest, reply: FastifyReply) => Promise<never> | null

/** While answers in flight come to their end, a request may still come over a connection that was kept. */
export function createRefuseAtEnd(app: FastifyInstance, deps: EndDeps): RefuseAtEnd {
  let isEnding = false
  app.addHook('preClose', (done) => {
    isEnding = true
    done()
  })

  async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<never> {
    request.caller = signedOut(request.ip, deps)
    await tellBudget(reply, 'shared', deps)
    throw new GatewayError('shutting_down', 'The gateway is about to end. Ask again.', {
      headers: { connection: 'close', 'retry-after': '1' },
    })
  }

  return (request, reply) => (isEnding ? refuse(request, reply) : null)
}
