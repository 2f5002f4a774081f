/** One that runs. */
export interface Gateway {
  /** Reads the configuration file again. A wrong one changes nothing, and the log says why. */
  reload(): Promise<void>
  /** Lets answers in flight end, then closes everything. */
  stop(): Promise<void>
}
