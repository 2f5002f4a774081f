import { GatewayError } from '../common/errors.ts'
import type { UpstreamTrouble } from './upstream-trouble.ts'

/**
 * Bytes of an answer came, with status 200, and they are none that can be delivered. Its caller gets the error; its
 * operator, the trouble. It says nothing of how well a route is: a caller can bring a model to say what no receipt covers.
 */
export class UnusableAnswer extends GatewayError {
  readonly trouble: Omit<UpstreamTrouble, 'upstream'>

  constructor(message: string, trouble: Pick<UpstreamTrouble, 'kind' | 'cause'>) {
    super('upstream_error', message)
    this.trouble = { status: 200, ...trouble }
  }
}
