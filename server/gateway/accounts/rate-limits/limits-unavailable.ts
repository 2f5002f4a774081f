/** What is shared by all gateways cannot be counted: nothing is served uncounted. */
export class LimitsUnavailable extends Error {
  override readonly name = 'LimitsUnavailable'

  constructor(options?: ErrorOptions) {
    super('the shared limits cannot be reached', options)
  }
}
