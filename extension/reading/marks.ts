/** One character each, of Unicode's private use: what a part of a page says besides its characters. */
export const marks = {
  /** Around the source of a formula, as its page keeps it; nothing stands between them where it keeps none. */
  formula: '\uE000',
  formulaEnd: '\uE001',
  /** Around what may be the page's own and not the answer's: controls, and what is for screen readers. */
  beside: '\uE002',
  besideEnd: '\uE003',
  /** Stands for lines of code that are not drawn while they are out of sight. */
  unseen: '\uE004',
  /** Around the number of a footnote, in a signed text. */
  note: '\uE005',
  /** Before what its footnotes say. */
  notes: '\uE006',
  /** Around the number of a piece of code, while what is around it is read. */
  held: '\uE007',
  /** Before the number of an item in a list, which the browser draws. It draws nothing itself. */
  number: '\uE008',
} as const

/** In the place of what cannot be read: no text with it is ever the signed one. */
export const unreadable = '\uFFFC'

/** A text that has these of itself is compared with nothing. */
export const everyMark = /[\uE000-\uE008\uFFFC]/g
