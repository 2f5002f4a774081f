import { operatorLog } from '#shared/words/english/programs/operator-log.ts'

/** What is shared by all gateways cannot be counted: nothing is served uncounted. */
export class LimitsUnavailable extends Error {
  override readonly name = 'LimitsUnavailable'

  constructor(options?: ErrorOptions) {
    super(operatorLog.limitsUnavailable, options)
  }
}
