// What most front-ends need to find their places.

export function holds(selector: string): (page: Document) => boolean {
  return (page) => page.querySelector(selector) !== null
}

export function partIn(selector: string): (turn: Element) => Element | null {
  return (turn) => turn.querySelector(selector)
}

/** Its words as a reader sees them, for finding it; empty while it is not drawn. */
export function visibleText(part: Element | null): string {
  return (part as HTMLElement | null)?.innerText ?? ''
}
