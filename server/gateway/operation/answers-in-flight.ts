/** Answers that have begun and not come to their end. */
export interface AnswersInFlight {
  /**
   * Notes one.
   * @param cut ends it before its time
   * @returns is called once, when it has ended
   */
  add(cut: () => void): () => void
  count(): number
  /** Ends all of them now, each with an error that says so. */
  cutAll(): void
}

/**
 * A list of places, each used again: a `Set` is copied each time it has had as many members as it holds, and what was
 * copied keeps the answers of its time, long over, from being collected with other young objects.
 */
export function createAnswersInFlight(): AnswersInFlight {
  const cuts: ((() => void) | null)[] = []
  const free: number[] = []
  return {
    add(cut) {
      const place = free.pop() ?? cuts.length
      cuts[place] = cut
      return () => {
        cuts[place] = null
        free.push(place)
      }
    },
    count: () => cuts.length - free.length,
    cutAll() {
      for (const cut of cuts) cut?.()
    },
  }
}
