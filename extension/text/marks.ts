/**
 * One character each, of Unicode's private use: what a drawn text says besides its characters. A literal
 * `*` in a text and the element that a renderer makes of it are two different things, so that no sign is
 * ever taken for a mark, and no mark for a sign.
 */
export const marks = {
  bullet: '\uE000',
  /** Behind the number of an item. */
  number: '\uE001',
  /** Behind the level. */
  heading: '\uE002',
  headingEnd: '\uE003',
  quote: '\uE004',
  quoteEnd: '\uE005',
  rule: '\uE006',
  fence: '\uE007',
  fenceEnd: '\uE008',
  code: '\uE009',
  codeEnd: '\uE00A',
  strong: '\uE00B',
  strongEnd: '\uE00C',
  em: '\uE00D',
  emEnd: '\uE00E',
  strike: '\uE00F',
  strikeEnd: '\uE010',
  link: '\uE011',
  /** Between the words of a link and its address. */
  address: '\uE012',
  linkEnd: '\uE013',
  raised: '\uE014',
  raisedEnd: '\uE015',
  lowered: '\uE016',
  loweredEnd: '\uE017',
  /** Stands for a span of code while what is around it is read. */
  held: '\uE018',
  row: '\uE019',
  cell: '\uE01A',
  tableEnd: '\uE01B',
  /** Of a formula whose drawing was found to be what the source says that stands between. */
  formula: '\uE01C',
  /** Of one whose drawing was not compared with it. */
  uncompared: '\uE01D',
  formulaEnd: '\uE01E',
  /** Stands for lines of code that are not drawn while they are out of sight. */
  unseen: '\uE01F',
  /** Before the head of a table that is drawn in capitals, whatever its letters are. */
  capitals: '\uE020',
  /** Stands for a formula while what is around it is read. */
  heldFormula: '\uE021',
  /** Around what a model thought aloud, where that is unfolded. */
  thought: '\uE022',
  thoughtEnd: '\uE023',
  /** Between the source of a formula, as its page keeps it, and the form of what is drawn of it. */
  drawn: '\uE024',
} as const

/** In the place of what cannot be read, such as a picture: no text with it is ever the signed one. */
export const unreadable = '\uFFFC'

/** A text that has these of itself is compared with nothing. */
export const anyMark = /[\uE000-\uE024\uFFFC]/

export const everyMark = /[\uE000-\uE024\uFFFC]/g
