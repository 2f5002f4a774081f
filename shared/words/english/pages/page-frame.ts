/** What stands around every page, and on the small parts that several pages have. */
export const pageWords = {
  verify: 'Verify',
  models: 'Models',
  extension: 'Extension',
  limits: 'Limits',
  keys: 'Keys',
  api: 'API',
  toContent: 'Skip to the content',
  pages: 'Pages',
  libraries: 'Libraries',
  font: 'Font',
  source: 'Source',
  privacy: 'Privacy',
  unknownDigest: 'not known',
  served: (digest: string) =>
    `SHA-256 of [the pages served here]: \`${digest}\`. Build the same source and you get the same hash.`,
  saved: 'A saved page: compare the SHA-256 of this file with one that you trust.',
  partMissing: 'This part of the page could not be loaded. Load the page again.',
  copy: 'Copy',
  copyWhat: (what: string) => `Copy ${what}`,
  copyByHand: 'Select and copy by hand',
  moreCharacters: (count: string) => `Show more: ${count} characters are not shown`,
  tooLong: (limit: string) =>
    `This text is longer than ${limit} characters, so the field did not take it.`,
} as const
