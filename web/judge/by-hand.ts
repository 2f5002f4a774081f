/** How to make a check without this page. */
export interface ByHand {
  /** Commands for a POSIX shell, each whole. */
  readonly commands: readonly string[]
  /** What they must print, or what to compare. */
  readonly expect: string
  /** The text that is digested, when the check digests one. */
  readonly bytes?: string
}
