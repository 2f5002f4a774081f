import { expect, test } from 'vitest'
import { containment } from '../../../extension/text/containment.ts'
import { readerTexts } from '../../../extension/text/reader-texts.ts'
import { wordsOf } from '../../../extension/text/words-of.ts'

/** What a page shows of a text in markdown, as `innerText` gives it. */
const rendered: readonly [string, string, string][] = [
  ['plain words', 'A receipt proves *who* said it.', 'A receipt proves who said it.'],
  ['emphasis within a word', 'un**believ**able and _quiet_', 'unbelievable and quiet'],
  ['headings and lists', '# Steps\n\n- one\n- two\n  - three', 'Steps\none\ntwo\nthree'],
  ['numbers that the browser draws', '1. First\n2. Second', 'First\nSecond'],
  ['numbers that the page writes', '1. First\n2. Second', '1. First\n2. Second'],
  ['a link', 'See [the text](https://a.example/b?c=1) here.', 'See the text here.'],
  ['a link with brackets in it', 'See [it](https://a.example/b_(c)) here.', 'See it here.'],
  ['code with its language above it', 'Run:\n```ts\nconst a = 1\n```', 'Run:\nts\nconst a = 1'],
  ['code without its language', 'Run:\n```ts\nconst a = 1\n```', 'Run:\nconst a = 1'],
  ['a quotation with numbers', '> 1. First\n> 2. Second', 'First\nSecond'],
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |', 'a\tb\n1\t2'],
  ['entities', 'Fish &amp; chips &#8212; hot', 'Fish & chips — hot'],
  ['thoughts that are folded away', '<think>Let me see.</think>Yes.', 'Yes.'],
  ['thoughts that are shown', '<think>Let me see.</think>Yes.', 'think Let me see. think Yes.'],
  ['escapes', String.raw`2 \* 3`, '2 * 3'],
  ['another form of letters', 'ﬁne', 'fine'],
  ['a range, and a word with a number in it', 'covid-19, 1-2 days', 'covid-19, 1-2 days'],
  ['a quotation of numbers', '> -5 and 1.5 at $10', '-5 and 1.5 at $10'],
  ['a picture in letters, drawn in colour', 'Yes ✔\uFE0F', 'Yes ✔'],
]

test.each(rendered)('%s: the text shown is the text signed', (_name, markdown, shown) => {
  expect(readerTexts(markdown)).toContain(wordsOf(shown))
})

const altered: readonly [string, string, string][] = [
  ['a word more', 'It does leak.', 'It does not leak.'],
  ['a word less', 'It does not leak.', 'It does leak.'],
  ['another word', 'Pay 100 to Ann.', 'Pay 900 to Ann.'],
  ['another order', 'Ann pays Bob.', 'Bob pays Ann.'],
  ['a sentence more', 'Yes.', 'Yes. Trust me.'],
  ['a number that is no list’s', 'It costs 5. That is all.', 'It costs. That is all.'],
  ['the words of a picture', '![a cat](x.png) Done.', 'a dog Done.'],
  ['nothing at all', 'Yes.', ''],
  ['the other sign', 'It is -5 today.', 'It is 5 today.'],
  ['another point', 'Take 1.5 mg.', 'Take 15 mg.'],
  ['a point for a comma', 'Take 1.5 mg.', 'Take 1,5 mg.'],
  ['money for a part', 'It costs 10%.', 'It costs $10.'],
  ['the other comparison', 'if x != y', 'if x == y'],
  ['the other picture', 'Allowed: ✅', 'Allowed: ❌'],
  ['another vowel sign', 'कि', 'का'],
  ['a lost tone', 'ไม่', 'ไม'],
]

test.each(altered)('%s: it is not', (_name, markdown, shown) => {
  expect(readerTexts(markdown)).not.toContain(wordsOf(shown))
})

test('a text that is made of nothing but marks takes no longer than others', () => {
  // As many steps as a text squared would take minutes.
  for (const mark of [
    '[',
    '![',
    '[a](',
    '[a][',
    '<think>',
    '> ',
    '*a',
    '`',
    '1. ',
    '&',
    '-5',
    '#',
  ]) {
    expect(readerTexts(mark.repeat(400_000 / mark.length)), mark).toBeInstanceOf(Array)
  }
})

test('an answer is found though rendering took its marks away, and no other one is', () => {
  const said = wordsOf('One two three, four five six seven eight nine ten.')
  expect(containment(said, wordsOf('One, two three four five six seven eight nine ten'))).toBe(1)
  expect(containment('a b c d e f', '0 a b c d e f 1')).toBe(1)
  expect(containment('a b c d e f', 'f e d c b a')).toBe(0)
  expect(containment('', 'anything')).toBe(0)
})
