/** The side panel: the conversation in the tab beside it. */
export const panelWords = {
  title: 'This conversation',
  notEnabled:
    'Nothing of the extension runs on the page in this tab. To enable it, click the Countersign mark in the toolbar.',
  answers: 'Answers, in the order of the page',
  unplaced: (count: number) =>
    `${count} more that the page does not show: titles, summaries, answers that are gone`,
} as const
