/** What stands on parts that the pages and the extension both draw. */
export const partWords = {
  copied: 'Copied',
  notCopied: 'Copying failed',
  pageFailed: 'This page failed. Load the page again.',
  notCounted: 'Does not count',
} as const

/** A time that cannot be read. */
export const timeWords = {
  unknown: 'at an unknown time',
} as const
