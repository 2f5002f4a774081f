/** What one frame tells of an answer. */
export interface FrameEvent {
  /** Id of the message in the page. */
  readonly place: string
  /** Null where the answer is over without a last word. */
  readonly data: FrameData | null
}

/** What is read of a frame, whichever dialect it was in: nothing else of it is passed on. */
export interface FrameData {
  /** All the text so far. */
  readonly content?: string
  /** What was thought aloud before it: in a member of its own, or between tags in the text; null for another way. */
  readonly reasoning?: { readonly text: string; readonly member: string | null }
  /** The whole message, as where an answer is passed on in one piece. */
  readonly message?: unknown
  /** The block that came with it, as it came. */
  readonly svc?: unknown
  /** It is the last one. */
  readonly done?: true
}

/**
 * What one front-end's own transport carries. It runs in the page's own world, where nothing is secret and
 * nothing is decided: what it tells is the page's word, and is judged like everything that a page received.
 */
export interface Dialect {
  readonly id: string
  /** Null for every frame of a socket that tells of no answer. It never throws. */
  readFrame(frame: string): FrameEvent | null
  /** Frames in what a request received, where a socket falls back to requests; null for any other request. */
  framesOf(url: string, body: () => string): readonly string[] | null
}
