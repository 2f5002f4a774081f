import { startGatewayHere } from './start-gateway-here.ts'
import { answerJson, startTestUpstream } from '../peers/test-upstream.ts'

/** A gateway whose only upstream is busy: it passes 429 on, in every dialect. */
export async function startBusyGateway() {
  const error = { message: 'Busy.', type: 'rate_limit_error', param: null, code: 'too_many' }
  const upstream = await startTestUpstream(answerJson(JSON.stringify({ error }), 429))
  const config = {
    upstreams: [
      {
        id: 'busy',
        kind: 'openai' as const,
        base_url: upstream.baseUrl,
        mode: 'private' as const,
        models: { 'svc-chat': 'm', 'svc-embed': 'm' },
      },
    ],
    traits: {},
  }
  const gateway = await startGatewayHere({ config })
  return {
    baseUrl: gateway.baseUrl,
    async close() {
      await gateway.stop()
      await upstream.close()
    },
  }
}
