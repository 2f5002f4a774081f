/** Keeps the background awake while an answer is on its way: it would be stopped after 30 s without a word. */
export const pingMs = 15_000
