/** Answers of one page that the background is told of. */
export const mostTurns = 5_000
