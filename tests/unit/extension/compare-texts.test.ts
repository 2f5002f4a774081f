import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts } from '../../../extension/text/compare-texts.ts'
import { containment } from '../../../extension/text/containment.ts'
import { marks, unreadable } from '../../../extension/text/marks.ts'
import { signedReadings } from '../../../extension/text/signed-readings.ts'
import { squeeze } from '../../../extension/text/squeeze.ts'
import { wordsOf } from '../../../extension/text/words-of.ts'

// What a page is read like is tested in e2e/extension/read-shown.test.ts: here it is a text without elements.

const shownAs = (signed: string, shown: string) => compareTexts(signed, squeeze(shown))

/** Each differs in one thing that carries meaning. */
const differing: readonly [string, string, string][] = [
  ['the other comparison', 'if x < 5 then', 'if x > 5 then'],
  ['a lost negation', '!ready', 'ready'],
  ['a lost point of a path', 'rm -rf ./tmp', 'rm -rf /tmp'],
  ['a raised number', 'It is 10².', 'It is 102.'],
  ['a lowered number', 'H₂O', 'H2O'],
  ['another case', 'Use -R here', 'Use -r here'],
  ['a word more', 'It does leak.', 'It does not leak.'],
  ['a word less', 'It does not leak.', 'It does leak.'],
  ['another word', 'Pay 100 to Ann.', 'Pay 900 to Ann.'],
  ['another order', 'Ann pays Bob.', 'Bob pays Ann.'],
  ['a sentence more', 'Yes.', 'Yes. Trust me.'],
  ['the other sign', 'It is -5 today.', 'It is 5 today.'],
  ['a minus for a hyphen', 'It is -5 today.', 'It is −5 today.'],
  ['another point', 'Take 1.5 mg.', 'Take 15 mg.'],
  ['a point for a comma', 'Take 1.5 mg.', 'Take 1,5 mg.'],
  ['money for a part', 'It costs 10%.', 'It costs $10.'],
  ['the other equality', 'if x != y', 'if x == y'],
  ['an assignment', 'if x == y', 'if x = y'],
  ['a lost factor', 'It is 2*3*4.', 'It is 234.'],
  ['a lost power', 'It is 2**3.', 'It is 23.'],
  ['a lost underscore', 'call __init__ of it', 'call init of it'],
  ['a lost pattern', 'rm *foo* now', 'rm foo now'],
  ['a lost count', '# of items: 5', 'of items: 5'],
  ['a lost comparison', '> 5 is too much', '5 is too much'],
  ['a lost minus', '- 5 degrees', '5 degrees'],
  ['another number', '5. of May', '6. of May'],
  ['the other picture', 'Allowed: ✅', 'Allowed: ❌'],
  ['another hand', 'Yes 👍🏻', 'Yes 👍🏿'],
  ['a family of others', '👨‍👩‍👧', '👨👩👧'],
  ['another vowel sign', 'कि', 'का'],
  ['a lost tone', 'ไม่', 'ไม'],
  ['numerals of another script', 'It is ٥.', 'It is 5.'],
  ['a letter that looks alike', 'paypal', 'pаypal'],
  ['a wide letter', 'ＡＢ', 'AB'],
  ['a roman numeral', 'Ⅳ', 'IV'],
  ['a fraction', '1½', '11/2'],
  ['a letter turned by its neighbour', 'abc', 'a\u202Ebc'],
  ['something that is not seen', 'pay now', 'pay\u200B now'],
  ['a place where it may break', 'cannot', 'can\u00ADnot'],
  ['how code is set out', 'if x:\n    a()\n    b()', 'if x:\n    a()\nb()'],
  ['what a tab says', 'all:\n\tmake', 'all:\n make'],
  ['an escape', String.raw`a\*b`, 'a*b'],
  ['a lost quotation mark', `echo "$a"`, 'echo $a'],
  ['a group of a pattern', String.raw`In sed, \(x\) is a group.`, 'In sed, (x) is a group.'],
  ['a pattern of a name', String.raw`Use \(^foo=\) then.`, 'Use (^foo=) then.'],
  [
    'a bracket of a shell',
    String.raw`find . \( -name a_b \) -print`,
    'find . ( -name a_b ) -print',
  ],
  ['a bracket within a word', String.raw`s/\(x^2\)/y/`, 's/(x^2)/y/'],
  ['a factorial for a thin space', String.raw`So \(n\! = x^2\) then.`, 'So (n! = x^2) then.'],
  ['a comma for a thin space', String.raw`So \(x = 3\,5\) then.`, 'So (x = 3,5) then.'],
  ['an escape outside of its formula', String.raw`\* So \(x^2\) is.`, '* So (x^2) is.'],
  ['another exponent', String.raw`So \(x^2\) is.`, 'So (x^3) is.'],
  ['other brackets', String.raw`So \(x^2\) is.`, 'So [x^2] is.'],
  ['a formula without its brackets', String.raw`So \(x^2\) is.`, 'So x^2 is.'],
  ['a formula in code', 'So `\\(x^2\\)` is.', 'So (x^2) is.'],
  ['half of its backslashes', String.raw`So \(x^2\) is.`, String.raw`So (x^2\) is.`],
]

test.each(differing)('%s: it is never said to be the same text', (_name, signed, shown) => {
  expect(shownAs(signed, shown)).not.toBe('same')
  expect(shownAs(shown, signed)).not.toBe('same')
})

test.each([
  ['the other comparison', 'if x < 5 then', 'if x > 5 then'],
  ['a path', 'run rm -rf ./tmp now', 'run rm -rf /tmp now'],
  ['a raised number', 'It is 10².', 'It is 102.'],
  ['another sum', 'Pay 100 to Ann.', 'Pay 900 to Ann.'],
  ['a word more, and nothing beside it', 'It does leak.', 'It does not leak.'],
])('%s, in a text that has no marks: it is another text', (_name, signed, shown) => {
  expect(shownAs(signed, shown)).toBe('other')
})

test.each([
  ['what a page may write beside it', 'It does leak.', 'Copy It does leak. Edited'],
  ['a part of it', 'It does leak. Very much so.', 'It does leak.'],
  ['quotation marks of another form', 'She said "no" and it’s so', "She said “no” and it's so"],
  ['dashes of another form', 'A word - and so on', 'A word – and so on'],
  ['places where words may break', 'unbelievable', 'un\u00ADbelievable'],
  ['what cannot be read', 'It does leak.', `It does ${unreadable} leak.`],
  ['marks that were drawn', 'It is **so** and _so_.', 'It is so and so.'],
  ['entities', 'Fish &amp; chips', 'Fish & chips'],
  ['a formula', 'It is $x^2$.', 'It is x2.'],
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |', 'a b 1 2'],
  ['a short name of a picture', 'Well :smile: then', 'Well 😄 then'],
  ['a smile', 'Well :-) then', 'Well 🙂 then'],
])('%s: it cannot be told', (_name, signed, shown) => {
  expect(shownAs(signed, shown)).toBe('unsure')
})

test.each([
  [
    'in its row',
    String.raw`The area is \(A = \pi r^2\), so it is.`,
    String.raw`The area is (A = \pi r^2), so it is.`,
  ],
  ['in rows of its own', 'It is\n\n\\[\nE = m c^2\n\\]\n\nthen.', 'It is\n[\nE = m c^2\n]\nthen.'],
  ['with escapes', String.raw`Of \(\{x_1, x_2\}\) one.`, 'Of ({x_1, x_2}) one.'],
])(
  'a formula %s is the same where a renderer that knows none drops its backslashes',
  (_name, signed, shown) => {
    expect(shownAs(signed, shown)).toBe('same')
    expect(shownAs(signed, signed)).toBe('same')
  },
)

test('a plain text is the same as itself, however its page breaks the lines', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const plain = text.replaceAll(/[\uE000-\uE023\uFFFC]/g, '')
      fc.pre(plain.trim() !== '' && squeeze(plain) !== '')
      expect(shownAs(plain, plain)).toBe('same')
      expect(shownAs(`A ${plain}\nand more`, `A ${plain} and more`)).toBe('same')
    }),
  )
})

/** All that is written with, and what marks are made of more often than the rest. */
const character = fc.oneof(
  fc.constantFrom(...Array.from('*_#->+=~`[]()!.,:;<>/\\|&$%^{}"\'0123456789²₂½−–abcxyzABC')),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
)

test('a text with one character more, less or another is never the same', () => {
  const isSpace = (text: string) => text.trim() === ''
  fc.assert(
    fc.property(
      fc.array(character, { minLength: 1, maxLength: 60 }),
      fc.nat(),
      fc.option(character, { nil: '' }),
      (text, at, other) => {
        const altered = text.with(at % text.length, other)
        const [before, after] = [text.join(''), altered.join('')].map((each) => squeeze(each))
        fc.pre(before !== after && !isSpace(before ?? '') && !isSpace(after ?? ''))
        expect(compareTexts(text.join(''), after ?? '')).not.toBe('same')
      },
    ),
    { numRuns: 3_000 },
  )
})

test('a signed text that is written in our own marks is compared with nothing', () => {
  const text = `${marks.strong}Yes${marks.strongEnd}`
  expect(signedReadings(text)).toEqual([])
  expect(compareTexts(text, text)).toBe('unsure')
})

test('thoughts may be folded away, and are part of the text where they are not', () => {
  expect(shownAs('<think>Let me see.</think>Yes.', 'Yes.')).toBe('same')
  expect(shownAs('<think>Let me see.</think>Yes.', '<think>Let me see.</think>Yes.')).toBe('same')
  expect(shownAs('<think>Let me see.</think>Yes.', 'Let me see. Yes.')).toBe('unsure')
})

test('the work grows with the length of a text, whatever it is made of', () => {
  // As many steps as a text squared would take minutes.
  for (const mark of [
    '[',
    '![',
    '[a](',
    '[a][',
    '<think>',
    '> ',
    '*a',
    '**a ',
    '~~a ',
    '`',
    '`a``b',
    '1. ',
    '- a\n',
    '```\n',
    '&',
    '-5',
    '#',
    ':a',
    ' ',
    '\n',
    ' \n',
  ]) {
    const text = mark.repeat(400_000 / mark.length)
    expect(signedReadings(text), mark).toBeInstanceOf(Array)
    expect(compareTexts(text, 'a'), mark).not.toBe('same')
  }
}, 60_000)

test('an answer is found though rendering took its marks away, and no other one is', () => {
  const said = wordsOf('One two three, four five six seven eight nine ten.')
  expect(containment(said, wordsOf('One, two three four five six seven eight nine ten'))).toBe(1)
  expect(containment('a b c d e f', '0 a b c d e f 1')).toBe(1)
  expect(containment('a b c d e f', 'f e d c b a')).toBe(0)
  expect(containment('', 'anything')).toBe(0)
})
