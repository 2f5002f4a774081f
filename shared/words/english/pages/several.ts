/** `/verify/` with a file of several answers. */
export const severalWords = {
  exportTitle: (count: number) => `An export with ${count} answers`,
  exportLead:
    'Choose an answer to check it. This list shows what the export says; nothing in the list is checked yet.',
  searchLabel: 'Search in sites, models, modes, times and words',
  search: 'Search',
  newer: 'Newer',
  older: 'Older',
  count: (count: number) => `${count} answers`,
  countOf: (found: number, all: number) => `${found} of ${all} answers`,
  range: (from: number, to: number) => `, ${from} to ${to}`,
  fileSays: 'As the file says: ',
  back: (count: number) => `Back to the ${count} answers`,
  answerOf: (time: string) => `The export says: an answer of ${time}, on`,
  title: (count: number) => `A file with ${count} answers`,
  number: (number: number) => `Answer ${number} of the file.`,
  lead: 'This page checked each answer by itself. Choose an answer to see what was checked, and what was not.',
  more: (count: number) => `Show more: ${count} are not shown`,
} as const
