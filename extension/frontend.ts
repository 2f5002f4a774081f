/** One chat front-end the extension can mark up. It finds places in the page; it decides nothing. */
export interface Frontend {
  readonly id: string
  /** Whether this page is one of it. */
  matches(page: Document): boolean
  /** Selector of one assistant turn, streaming or finished. */
  readonly turnSelector: string
  /** `anything`: questions and greetings are among them, so that one without a receipt means nothing. */
  readonly turnsAre: 'answers' | 'anything'
  /** The text of a turn, as a reader sees it. */
  textOf(turn: Element): string
  /** Behind which element this turn's badge goes, outside of what `textOf` reads; null while it is not drawn. */
  badgeAnchor(turn: Element): Element | null
  /** The turn that the page's own transport names, where it does. */
  turnAt?(page: Document, place: string): Element | null
  /** Where its own server drops every receipt: the badge says so instead of guessing. */
  readonly receipts?: 'none'
  /** Where its page tells its own server what it receives, also on a direct connection. */
  readonly tellsItsServer?: true
}
