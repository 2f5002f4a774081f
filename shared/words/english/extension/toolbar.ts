/** The title of the mark in the browser's toolbar. */
export const toolbarWords = {
  questionWaits: 'A question waits here',
} as const
