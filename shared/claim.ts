/** What a passed check lets you say. */
export interface Claim {
  /** One sentence for a person who uses a chat. */
  readonly user: string
  /** One sentence for an auditor: what was computed from what. */
  readonly auditor: string
  /** Document and section that ask for the check. */
  readonly source: string
}
