/** One answer, as a model wrote it. */
export interface HonestAnswer {
  readonly name: string
  readonly content: string
}
