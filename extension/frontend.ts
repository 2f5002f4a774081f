/** One chat front-end the extension can mark up. It finds places in the page; it decides nothing. */
export interface Frontend {
  readonly id: string
  /** Whether this page is one of it. */
  matches(page: Document): boolean
  /** Selector of one assistant turn, streaming or finished. */
  readonly turnSelector: string
  /** The text of a turn, as a reader sees it. */
  textOf(turn: Element): string
  /** Behind which element this turn's badge goes, or null while that place is not drawn. */
  badgeAnchor(turn: Element): Element | null
}
