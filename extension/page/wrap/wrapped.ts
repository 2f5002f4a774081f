/** A builtin of the page that was wrapped. */
export interface Wrapped {
  /** Puts the native back, unless the page wrapped it again. */
  readonly restore: () => void
}
