/** One chat front-end the extension can mark up. It finds places in the page; it decides nothing. */
export interface Frontend {
  readonly id: string
  /** Whether this page is one of it. */
  matches(page: Document): boolean
  /** What its turns are in, where that is not the page itself but an open shadow in it; null while it is not drawn. */
  root?(page: Document): ShadowRoot | null
  /** Selector of one assistant turn, streaming or finished. */
  readonly turnSelector: string
  /**
   * `anything`: questions and greetings are among them, so that one without a receipt means nothing.
   * `blocks`: whatever else the page shows is among them, too.
   */
  readonly turnsAre: 'answers' | 'anything' | 'blocks'
  /** The part of a turn that holds its text and nothing else; null while it is not drawn. */
  textPart(turn: Element): Element | null
  /** Behind which element this turn's badge goes, outside of its text; null while it is not drawn. */
  badgeAnchor(turn: Element): Element | null
  /** The page's own name of the message, which no other one gets, also when it is loaded again; null for none. */
  messageId?(turn: Element): string | null
  /** The turn that the page's own transport names, where it does. */
  turnAt?(page: Document, place: string): Element | null
  /** Where its own server drops every receipt: the badge says so instead of guessing. */
  readonly receipts?: 'none'
  /** Where its page tells its own server what it receives, also on a direct connection. */
  readonly tellsItsServer?: true
}
