/** Longest of the marks below, with spaces among them: one may be cut in two. In characters. */
export const answerMarkLength = 64

/**
 * What tells an answer of a chat, in any dialect of the API, from other things that pages post: a member of it, how
 * its document begins, or the first event of its stream.
 */
export const looksLikeAnswer =
  /"(?:svc|choices)"|chat\.completion|"object"\s?:\s?"response"|"type"\s?:\s?"(?:message_start|response\.created|message"\s?,\s?"role"\s?:\s?"assistant)"/
