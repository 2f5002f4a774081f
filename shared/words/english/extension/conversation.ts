/** What popup and side panel say of a whole conversation. */
export const conversationWords = {
  watching: 'Watching this chat',
  noAnswer:
    'This page has received no answer since you opened it. The extension checks each answer that comes with a receipt, and puts a badge beside the answer.',
  unplaced: 'An answer that the page does not show:',
  only: 'The only answer:',
  weakest: (at: number, count: number) => `Weakest: answer ${at} of ${count}.`,
} as const
