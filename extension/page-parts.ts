// What most front-ends need to find their places.

export function holds(selector: string): (page: Document) => boolean {
  return (page) => page.querySelector(selector) !== null
}

export function partIn(selector: string): (turn: Element) => Element | null {
  return (turn) => turn.querySelector(selector)
}

/** As a reader sees it; empty while it is not drawn. */
export function textIn(selector: string): (turn: Element) => string {
  return (turn) => turn.querySelector<HTMLElement>(selector)?.innerText ?? ''
}
