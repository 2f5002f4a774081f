/** The command was not used as it is meant to be. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
