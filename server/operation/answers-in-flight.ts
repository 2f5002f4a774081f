/** Answers that have begun and not come to their end. */
export interface AnswersInFlight {
  /**
   * Notes one.
   * @param cut ends it before its time
   * @returns is called when it has ended
   */
  add(cut: () => void): () => void
  count(): number
  /** Ends all of them now, each with an error that says so. */
  cutAll(): void
}

export function createAnswersInFlight(): AnswersInFlight {
  const cuts = new Set<() => void>()
  return {
    add(cut) {
      cuts.add(cut)
      return () => void cuts.delete(cut)
    },
    count: () => cuts.size,
    cutAll() {
      for (const cut of cuts) cut()
    },
  }
}
