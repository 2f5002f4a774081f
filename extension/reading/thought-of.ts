interface Thought {
  /** What the model thought aloud. */
  readonly inner: string
  readonly rest: string
}

/** What a text begins with, where front-ends take it for a thought; null where that is none. */
export function thoughtOf(text: string): Thought | null {
  const found = /^\s*<(think|thinking|reasoning)>([\s\S]*?)<\/\1>/i.exec(text)
  return found === null ? null : { inner: found[2] ?? '', rest: ` ${text.slice(found[0].length)}` }
}
