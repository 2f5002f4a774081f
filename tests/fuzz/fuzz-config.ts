import type { GatewayConfig } from '../../server/config/gateway-config-schema.ts'
import { answerSse, answerText, chunk, done, type Answer } from '../support/test-upstream.ts'

export function fuzzConfig(upstreamUrl: string): GatewayConfig {
  return {
    upstreams: [
      {
        id: 'upstream',
        kind: 'openai',
        base_url: upstreamUrl,
        mode: 'private',
        models: { fuzz: 'upstream-model' },
      },
    ],
    traits: { default: 'fuzz' },
  }
}

const stream = answerSse([chunk({ role: 'assistant', content: 'x' }), chunk({}, 'stop'), done])
const whole = answerText('x')

/** A good answer of the kind that was asked for. */
export const answerEither: Answer = (response, request) =>
  request.headers.accept === 'text/event-stream'
    ? stream(response, request)
    : whole(response, request)
