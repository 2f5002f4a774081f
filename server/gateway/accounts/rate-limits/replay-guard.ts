/** Remembers what may be used once. One that is shared by several gateways answers with a promise. */
export interface ReplayGuard {
  /** False when the key was claimed before and still is. Milliseconds of a clock that never goes back. */
  claim(key: string, claim: Claim): boolean | Promise<boolean>
}

interface Claim {
  readonly nowMs: number
  readonly untilMs: number
}
