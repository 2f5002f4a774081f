import { marked } from 'marked'
import { expect, test } from 'vitest'
import { compareTexts } from '../../../../extension/reading/compare-texts.ts'
import { marks, unreadable } from '../../../../extension/reading/marks.ts'
import { readLinked, stubLayout } from '../../../support/in-memory/read-linked.ts'
import { sampleAnswers } from '../../../support/chats/sample-answers.ts'

// What a browser says is seen is tested in e2e/extension/read-shown.test.ts.

stubLayout()

const draw = (markdown: string) => readLinked(marked.parse(markdown, { async: false }))

test.each(Object.entries(sampleAnswers))(
  '%s: drawn, or as it was written, it is the same text',
  (_name, { content }) => {
    expect(compareTexts(content, draw(content))).toBe('same')
    expect(compareTexts(content, content)).toBe('same')
  },
)

test.each([
  ['words that lean, and strong ones', 'A **receipt** proves *who said it*, and ***how***.'],
  ['one word that leans', 'It is *so* then.'],
  ['headings', '#### Steps\n\nOne.\n\nTwo\n---\n\nThree.'],
  ['a list that begins elsewhere', '7. First\n8. Second\n   - of it'],
  ['tasks', '- [x] Done\n- [ ] Not done'],
  ['tasks below a table', '| a |\n|---|\n| b |\n\n- [x] Done\n- [ ] Not done'],
  ['code', 'Use `a < b`:\n\n```ts\nconst a = 1\n```\n\n    indented()'],
  ['a table', '| a | *two words* |\n|---|:-:|\n| 1 | `2` |\n|  | x<br>y |'],
  ['money', 'It costs $5 and then $10, or \\$20.'],
  ['escapes', String.raw`2 \* 3 \_ \# \[x\]`],
  ['entities', 'Fish &amp; chips &minus;5 &copy;'],
  ['elements', 'It is <b>so</b>, 10<sup>2</sup> of it.'],
  ['a picture', 'It is ![a cat](data:,) here.'],
  ['a link', 'See [the text](https://a.example/b "c") and https://a.example.'],
  ['two dashes', 'So -- it is --- so, `--flag`.'],
])('%s: drawn by a renderer it is the same text', (_name, text) => {
  expect(compareTexts(text, draw(text))).toBe('same')
})

test('a task that is ticked is not one that is to be done', () => {
  const tasks = (box: string) => `| a |\n|---|\n| b |\n\n- ${box} Pay Ann`
  expect(compareTexts(tasks('[ ]'), draw(tasks('[x]')))).not.toBe('same')
  expect(compareTexts(tasks('[x]'), draw(tasks('[ ]')))).not.toBe('same')
})

test.each([
  ['quotation marks', 'She said "no", and it\'s so', '<p>She said “no”, and it’s so</p>'],
  ['dashes', 'A word - and so on...', '<p>A word – and so on…</p>'],
  ['a dash of two', 'A word -- and so on', '<p>A word – and so on</p>'],
  ['places where words may break', 'unbelievable', '<p>un\u00ADbelie<wbr>vable</p>'],
])('%s of another form are the same', (_name, signed, html) => {
  expect(compareTexts(signed, readLinked(html))).toBe('same')
})

const code = 'Run:\n\n```js\ncopy(1)\n```\n'
test.each([
  ['the name of the language', '<p>Run:</p><div>js</div><pre>copy(1)</pre>'],
  [
    'its whole name',
    '<p>Run:</p><div><span>JavaScript</span><div>Copy</div></div><pre>copy(1)</pre>',
  ],
  ['a control', '<p>Run:</p><pre>copy(1)</pre><button>Copy</button>'],
  ['a box to tick', '<p>Run:</p><pre>copy(1)</pre><input type="checkbox">'],
  ['another control', '<p>Run:</p><div role="button">Ask about it</div><pre>copy(1)</pre>'],
  [
    'a language in a box of its own',
    '<p>Run:</p><div><div><span>js</span></div><div></div><pre>copy(1)</pre></div>',
  ],
  [
    'a language above code that is no preformatted text',
    '<p>Run:</p><div><div><span>js</span></div><div><code class="language-js">copy(1)</code></div></div>',
  ],
  [
    'a language deep in the head of an editor',
    '<p>Run:</p><div><div><div><div><span>js</span></div></div><div></div></div><div><div></div><div><div class="cm-editor"><div class="cm-line">copy(1)</div></div></div></div></div>',
  ],
  ['numbers of lines', '<p>Run:</p><pre><span class="linenumber">1</span>copy(1)</pre>'],
])('%s beside code is none of the answer', (_name, html) => {
  expect(compareTexts(code, readLinked(html))).toBe('same')
})

test.each([
  ['another word beside code', '<p>Run:</p><div>not</div><pre>copy(1)</pre>'],
  ['a language that is a text of its own', '<p>Run:</p><p>js</p><pre>copy(1)</pre>'],
  [
    'a language beside code in a line',
    '<p>Run:</p><div><p><span>js</span> <code class="language-js">copy(1)</code></p></div>',
  ],
  ['a language far from its code', '<p>Run:</p><div>js</div><p></p><pre>copy(1)</pre>'],
  ['other code', '<p>Run:</p><pre>copy(2)</pre>'],
])('%s is shown differently', (_name, html) => {
  expect(compareTexts(code, readLinked(html))).not.toBe('same')
})

test('a word within code is the code’s, whatever stands beside it', () => {
  const signed = '```\ncopy(1)\n```\n\n```\ncopy(2)\n```\n'
  const shown = (word: string) =>
    readLinked(`<pre><code>copy(1)<span>${word}</span></code></pre><pre><code>copy(2)</code></pre>`)
  expect(compareTexts(signed, shown(''))).toBe('same')
  expect(compareTexts(signed, shown(' sh'))).not.toBe('same')
})

test('a link that is drawn as a button is the same, and without its words it is not', () => {
  const signed = 'See [the text](https://a.example) now.'
  expect(compareTexts(signed, readLinked('<p>See <button>the text</button> now.</p>'))).toBe('same')
  expect(compareTexts(signed, readLinked('<p>See <button>a text</button> now.</p>'))).toBe(
    'differs',
  )
  expect(compareTexts(signed, readLinked('<p>See  now.</p>'))).toBe('differs')
})

const link = '<a href="https://a.example">https://a.example<span> ↗</span></a>'
test.each([
  ['where a link leads', 'See https://a.example.', `<p>See ${link}.</p>`],
  ['a way to a heading', '## C', '<h2><a href="#c">#</a> C</h2>'],
  ['a way to a heading, behind it', '# C', '<h1>C <a href="#c"><span>¶</span></a></h1>'],
])('a sign that says %s is none of the answer', (_name, signed, html) => {
  expect(compareTexts(signed, readLinked(html))).toBe('same')
})

test.each([
  ['a word as a way to a heading', '# C', '<h1><a class="anchor" href="#c">not</a> C</h1>'],
  ['a sign within a link of a heading', '# C', '<h1><a href="#c"><b>C</b>#</a></h1>'],
  ['a sign in a heading', '# C', '<h1><b>C</b>#</h1>'],
  ['a sign as a link elsewhere', 'C', '<p>C<a href="#c">#</a></p>'],
  ['a word in a link', 'See https://a.example.', `<p>See ${link.replace('↗', 'not')}.</p>`],
])('%s is shown differently', (_name, signed, html) => {
  expect(compareTexts(signed, readLinked(html))).toBe('differs')
})

const katex = (source: string) =>
  `<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">${source}</annotation></semantics></math></span><span class="katex-html">x</span></span>`

test.each(['So $x^2$ is.', String.raw`So \(x^2\) is.`, 'So $$x^2$$ is.'])(
  '%s: a formula is compared by the source that the page keeps',
  (signed) => {
    expect(compareTexts(signed, readLinked(`<p>So ${katex('x^2')} is.</p>`))).toBe('same')
    expect(compareTexts(signed, readLinked(`<p>So ${katex('x^3')} is.</p>`))).toBe('differs')
    expect(compareTexts(signed, readLinked(`<p>So ${katex('x^2')} is not.</p>`))).toBe('differs')
  },
)

test('spaces in the source of a formula are nothing that is drawn', () => {
  for (const source of ['a+b', 'a + b']) {
    expect(compareTexts('So $a +b$ is.', readLinked(`<p>So ${katex(source)} is.</p>`))).toBe('same')
  }
})

test('a formula whose source the page does not keep is counted, and the words around it are compared', () => {
  const signed = 'So $x^2$ and $y$ is.'
  const drawn = '<mjx-container><i>x</i></mjx-container>'
  const shown = (words: string) => readLinked(`<p>So ${drawn} and ${drawn} ${words}.</p>`)
  expect(compareTexts(signed, shown('is'))).toEqual({ but: { formulas: 2, code: 0 } })
  expect(compareTexts(signed, shown('is not'))).toBe('differs')
  expect(compareTexts('So x and y is.', shown('is'))).toBe('differs')
})

test('code that is out of sight is counted, and what is in sight is compared', () => {
  const signed = 'So:\n\n```\none\ntwo\nthree\n```\n\nThen.'
  const shown = (lines: string) =>
    readLinked(
      `<p>So:</p><div class="cm-editor"><div class="cm-content">${lines}<div class="cm-gap"></div></div></div><p>Then.</p>`,
    )
  expect(compareTexts(signed, shown('<div class="cm-line">one</div>'))).toEqual({
    but: { formulas: 0, code: 1 },
  })
  expect(compareTexts(signed, shown('<div class="cm-line">four</div>'))).toBe('differs')
  expect(compareTexts('So: one. Then.', shown('<div class="cm-line">one</div>'))).toBe('differs')
})

test.each([
  ['the other comparison', 'If x < 5 then.', 'If x > 5 then.', 'differs'],
  ['a raised number', 'It is 10².', 'It is 102.', 'other'],
  ['a word more', 'It does leak.', 'It does not leak.', 'differs'],
  ['a word less', 'It does not leak.', 'It does leak.', 'differs'],
  ['another sum', 'Pay 100 to Ann.', 'Pay 900 to Ann.', 'other'],
  [
    'another sum in a text with marks',
    '# Sum\n\nPay **100** to `Ann`.',
    'Sum Pay 900 to Ann.',
    'other',
  ],
  [
    'another long text beside signs',
    `Use {x}. ${'One word. '.repeat(20)}`,
    `Use {x}. ${'Two and more. '.repeat(20)}`,
    'differs',
  ],
  ['another sentence', 'Ann pays. It is late.', 'Ann pays. Never mind.', 'other'],
  ['another script', 'paypal', 'pаypal', 'other'],
  ['two words of one', 'It is notable.', 'It is not able.', 'differs'],
  ['one word of two', 'It is not able.', 'It is notable.', 'differs'],
  ['two numbers of one', 'Pay 1000 now.', 'Pay 1 000 now.', 'differs'],
  ['one number of two', 'Pay 1 000 now.', 'Pay 1000 now.', 'differs'],
  ['a product', 'It is 2*3*4.', 'It is 234.', 'differs'],
  ['strong factors', 'It is 2**3**4.', 'It is 234.', 'differs'],
  ['what cannot be read', 'It does leak.', `It does ${unreadable} leak.`, 'differs'],
  ['a sign of its own', 'It does leak.', 'It does leak. 👍', 'differs'],
] as const)('%s is never the same text', (_name, signed, shown, as) => {
  expect(compareTexts(signed, shown)).toBe(as)
})

test.each([
  ['a new line', 'It is not\nable.', '<p>It is not<br>able.</p>'],
  ['a new paragraph', 'It is not\n\nable.', '<p>It is not</p><p>able.</p>'],
  ['paragraphs without a space between them', 'One.\n\nTwo.', '<p>One.</p>\n\n<p>Two.</p>'],
  ['words that are marked', 'It is *not* **able**.', '<p>It is <em>not</em> <b>able</b>.</p>'],
  ['words of a stream', 'It is not able.', '<p><i>It </i><i>is </i><i>not</i><i> able.</i></p>'],
  ['a script without spaces', '这是 **不** 能 2 的', '<p>这是<b>不</b>能2的</p>'],
])('%s is where a space is, or none', (_name, signed, html) => {
  expect(compareTexts(signed, readLinked(html))).toBe('same')
})

test.each([
  ['a new line', '<p>It is not<br>able.</p>'],
  ['a new paragraph', '<p>It is not</p><p>able.</p>'],
  ['a space of the page', '<p>It is <i>not </i>able.</p>'],
])('%s makes two words of one', (_name, html) => {
  expect(compareTexts('It is notable.', readLinked(html))).toBe('differs')
})

test.each(['**', '](streamdown:incomplete-link)'])(
  'a renderer of unfinished texts may end a block with %s, and with no word',
  (end) => {
    const signed = 'It is [so.\n\nThen.'
    expect(compareTexts(signed, `It is [so.\n${end}\nThen.\n${end}`)).toBe('same')
    expect(compareTexts(signed, `It is [so.\n${end} not\nThen.`)).toBe('differs')
    expect(compareTexts(signed, `It is ${end} [so.\nThen.`)).toBe('differs')
  },
)

test('a raised number is no other number', () => {
  expect(compareTexts('It is 102.', readLinked('<p>It is 10<sup>2</sup>.</p>'))).not.toBe('same')
})

test('what is for screen readers within a control is no more than the control', () => {
  const control = '<button>Copy <span class="sr-only">the answer</span> now</button>'
  expect(compareTexts('It does leak.', readLinked(`<p>It does leak.</p>${control}`))).toBe('same')
})

test('a page that writes marks of its own shows another text, whatever it draws them like', () => {
  const { beside, besideEnd, formula, formulaEnd } = marks
  const own = `<p>It does ${beside}not${besideEnd} leak.</p>`
  expect(compareTexts('It does leak.', readLinked(own))).toBe('differs')
  const source = `x${formulaEnd} and not ${formula}y`
  const drawn = `<p>It is <span data-latex="${source}">something else</span>.</p>`
  expect(compareTexts('It is $x$ and not $y$.', readLinked(drawn))).toBe('differs')
})

test.each(Object.values(marks))(
  'a text with a mark of its own is compared with nothing',
  (mark) => {
    expect(compareTexts(`So ${mark} it is`, `So ${mark} it is`)).toBe('differs')
  },
)

test.each([
  ['<think>Let me see.</think>Yes.', 'Yes.', 'same'],
  ['<think>Let me see.</think>Yes.', 'Let me see. Yes.', 'same'],
  ['<think>Let me see.</think>Yes.', '<think>Let me see.</think>Yes.', 'same'],
  ['<think>Let me see.</think>Yes.', 'Let me not see. Yes.', 'differs'],
] as const)('%s: a thought may be folded away: %s', (signed, shown, as) => {
  expect(compareTexts(signed, shown)).toBe(as)
})

test('of a long text no part is left out, also one that is not parsed', () => {
  const words = 'A sentence of this answer. '.repeat(250)
  const marked = `${'*a '.repeat(4_500)}It does not leak.`
  const shown = `${words}\n${words}`
  expect(compareTexts(`${words}\n\n${words}`, shown)).toBe('same')
  expect(compareTexts(`${words}\n\n${marked}\n\n${words}`, shown)).not.toBe('same')
})

test('a text of nothing but marks is given up before it takes long', () => {
  const all = [
    '[',
    '![',
    '*a ',
    '**a ',
    '`',
    '> ',
    '1. ',
    '- - a\n',
    '$',
    '<',
    '&',
    '_',
    '|a',
    '--',
  ]
  for (const mark of all) {
    const text = mark.repeat(400_000 / mark.length)
    expect(compareTexts(text, text), mark).toBe('same')
  }
})
