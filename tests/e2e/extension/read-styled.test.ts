import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareTexts } from '../../../extension/text/compare-texts.ts'
import { openDrawing, type Drawing } from '../../support/read-drawn.ts'

// What a style sheet can make of the words that were signed: another text, or none, of the same characters.

let drawing: Drawing

beforeAll(async () => {
  drawing = await openDrawing()
})

afterAll(() => drawing.close())

async function compareDrawn(signed: string, html: string, style = '') {
  const [shown = ''] = await drawing.readAll([html], style)
  return compareTexts(signed, shown)
}

const signed = 'It does not leak.'
const html = '<p>It does <span class="r">not</span> leak.</p>'

test.each([
  ['nearly see-through', '.r { opacity: 0.05 }'],
  ['nearly see-through by all that it is in', 'p, .r { opacity: 0.15 }'],
  ['faded by a filter', '.r { filter: opacity(0) }'],
  ['masked', '.r { mask-image: linear-gradient(transparent, transparent) }'],
  ['blended into the page', 'p { background: #fff } .r { color: #fff; mix-blend-mode: multiply }'],
  ['in the colour of the page', '.r { color: #fff }'],
  ['in the colour of what is behind it', '.r { color: #333; background: #333 }'],
  ['in nearly the colour of the page', '.r { color: rgb(255 255 255 / 90%) }'],
  ['in a box that shows nothing', '.r { display: block; content-visibility: hidden }'],
  ['zoomed away', '.r { zoom: 0.1 }'],
  ['made small', '.r { display: inline-block; scale: 0.05 }'],
  ['mirrored', '.r { display: inline-block; scale: -1 1 }'],
  ['turned', '.r { display: inline-block; rotate: 180deg }'],
  ['moved', '.r { position: relative; left: 40em }'],
  ['moved up', '.r { position: relative; top: -0.6em; font-size: 0.7em }'],
  ['moved by its transform', '.r { display: inline-block; transform: translateX(30em) }'],
  ['moved by its place', '.r { display: inline-block; translate: 30em }'],
  ['moved over others', '.r { margin-left: -4em }'],
  ['raised by a length', '.r { vertical-align: 0.6em; font-size: 0.7em }'],
  ['raised to the top', 'p { line-height: 3 } .r { vertical-align: top; font-size: 0.7em }'],
  ['drawn twice', '.r { text-shadow: 2em 0 black; letter-spacing: 2em }'],
  ['under other signs', '.r { text-emphasis: "x" }'],
  [
    'struck by a picture',
    '.r { background-image: linear-gradient(transparent 45%, black 45%, black 55%, transparent 55%) }',
  ],
  [
    'struck by what a style sheet draws',
    '.r { position: relative } .r::after { content: ""; position: absolute; left: 0; right: 0; top: 50%; border-top: 1px solid }',
  ],
  ['struck by a moved line', '.r { text-decoration: underline; text-underline-offset: -0.4em }'],
  ['under a thick line', '.r { text-decoration: underline; text-decoration-thickness: 1em }'],
  ['struck by its edge', '.r { display: inline-block; height: 0.6em; border-bottom: 1px solid }'],
  ['struck by its outline', '.r { outline: 1px solid; outline-offset: -0.6em }'],
  ['struck by a shadow', '.r { box-shadow: inset 0 -0.55em white, inset 0 -0.65em black }'],
  ['under a line', '.r { text-decoration: overline }'],
  ['in small capitals', '.r { font-variant-caps: all-small-caps }'],
  ['with raised forms', '.r { font-feature-settings: "sups" }'],
  ['with letters over one another', '.r { letter-spacing: -0.9em }'],
  ['with words over one another', 'p { word-spacing: -0.25em }'],
  ['without its first letter', 'p::first-letter { color: transparent }'],
  ['with a first letter of no size', 'p::first-letter { font-size: 0 }'],
  ['without its first line', 'p::first-line { color: transparent }'],
  ['with a first line that is struck', 'p::first-line { text-decoration: line-through }'],
  ['broken with words of its own', 'p { width: 1em; hyphens: auto; hyphenate-character: " or" }'],
  ['cut behind its first line', 'p { width: 3em; height: 1.2em; overflow: hidden }'],
  ['cut at its side', 'p { width: 3em; white-space: nowrap; overflow: hidden }'],
  ['cut by clipping', 'p { width: 3em; white-space: nowrap; overflow: clip }'],
  [
    'moved along a path',
    '.r { display: inline-block; offset-path: path("M0 0 H 600"); offset-distance: 100% }',
  ],
  ['held at a side', '.r { display: inline-block; position: sticky; left: 20em }'],
  ['slanted', '.r { display: inline-block; transform: skewX(80deg) }'],
  [
    'behind blurred glass',
    '.r { position: relative } .r::after { content: ""; position: absolute; inset: 0; backdrop-filter: blur(9px) }',
  ],
  [
    'under what a style sheet draws in their row',
    '.r::after { content: ""; display: inline-block; width: 3em; margin-left: -3em; height: 1em; background: #fff }',
  ],
  [
    'under a shadow of what a style sheet draws',
    '.r::after { content: ""; display: inline-block; box-shadow: -1em -0.3em 0 0.8em #fff }',
  ],
  [
    'under an outline',
    '.r::after { content: ""; display: inline-block; outline: 1.2em solid #fff }',
  ],
  ['filled up to their edges', '.r { -webkit-text-stroke: 0.09em #fff }'],
  ['drawn as dots', '.r { -webkit-text-security: circle }'],
  [
    'framed by a picture',
    '.r { border: 1em solid; border-image: linear-gradient(#fff, #fff) 1; margin: -1em }',
  ],
  ['set before the page', 'p { text-indent: -60px }'],
  ['closer than their letters, all of them', '#part { letter-spacing: -0.9em }'],
  ['without room between them, all of them', '#part { word-spacing: -0.3em }'],
  [
    'in a box that hides that it scrolls',
    'p { overflow: auto; height: 1px; scrollbar-width: none }',
  ],
  [
    'beside a button of a style sheet',
    'p { overflow-x: auto } p::scroll-button(left) { content: "Not so: " }',
  ],
  [
    'beside a mark of a style sheet',
    'p { overflow-x: auto; scroll-marker-group: before } .r::scroll-marker { content: "Not so: " }',
  ],
  [
    'beside a bar with a picture',
    'p { overflow-x: scroll } p::-webkit-scrollbar-track { background: linear-gradient(red, red) }',
  ],
  ['cut by containment', 'p { width: 3em; height: 1.2em; contain: paint }'],
  [
    'in the colour of the page by what has no box',
    '.r { display: contents; color: #fff; background: #000 }',
  ],
  ['hidden by what has no box', '.r { display: contents; visibility: hidden }'],
  ['in other letters by what has no box', '.r { display: contents; text-transform: uppercase }'],
  ['set out by less than a letter', 'p { overflow: hidden; text-indent: -0.4em }'],
  [
    'cut to some lines',
    'p { width: 3em; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: hidden }',
  ],
])('words that are %s are not said to be the text signed', async (_name, style) => {
  expect(await compareDrawn(signed, html)).toBe('same')
  expect(await compareDrawn(signed, html, style)).not.toBe('same')
})

test.each([
  [
    'words in rows',
    '<p class="g"><span>one</span> <span>two</span></p>',
    '.g { display: grid } .g :first-child { grid-row: 2 }',
  ],
  [
    'words in columns',
    '<p class="g"><span>one</span> <span>two</span></p>',
    '.g { display: grid } .g :first-child { grid-column: 2; grid-row: 1 } .g :last-child { grid-column: 1; grid-row: 1 }',
  ],
  [
    'words in wrapped rows',
    '<p class="g"><span>one</span> <span>two</span></p>',
    '.g { display: flex; flex-wrap: wrap-reverse } .g > * { width: 100% }',
  ],
  [
    'parts that are drawn over those before',
    '<p>one</p><p class="g">two</p>',
    '.g { margin-top: -5em }',
  ],
  [
    'parts that are drawn up beside room in those before',
    '<p class="g">one</p><p class="h">two</p>',
    '.g { padding-top: 6em } .h { margin-top: -2.9em }',
  ],
  [
    'words beneath the end of a box of no height',
    '<div class="g"><p>one</p></div><p>two</p>',
    '.g { height: 0 } .g p { padding-top: 3em }',
  ],
  [
    'words beneath the end of a box of little height',
    '<div class="g"><p>one</p></div><p>two</p>',
    '.g { max-height: 1em; padding-top: 1px } .g p { margin-top: 5em }',
  ],
  [
    'words at the end of a line that others begin',
    '<div class="g"><p>one</p></div><p>two</p>',
    'p { margin: 0 } .g { height: 0; text-align: right }',
  ],
  [
    'words in rows of no height',
    '<p class="g">one</p><p>two</p>',
    '#part { display: grid; grid-auto-rows: 1em } .g { padding-top: 6em }',
  ],
  [
    'words beside others that stand lower',
    '<p class="g"><span>one</span> <span>two</span></p>',
    '.g { display: flex; gap: 1em } .g :first-child { padding-top: 3em }',
  ],
])('%s in another order are not said to be the text signed', async (_name, drawn, style) => {
  expect(await compareDrawn('one two', drawn)).toBe('same')
  expect(await compareDrawn('one two', drawn, style)).not.toBe('same')
})

test('numbers in another direction are not said to be the text signed', async () => {
  expect(await compareDrawn('10 - 7 = 3', '<p>10 - 7 = 3</p>')).toBe('same')
  expect(await compareDrawn('10 - 7 = 3', '<p dir="rtl">10 - 7 = 3</p>')).not.toBe('same')
  expect(
    await compareDrawn(
      '10 - 7 = 3',
      '<p><span style="direction: rtl; unicode-bidi: isolate">10 - 7 = 3</span></p>',
    ),
  ).not.toBe('same')
  expect(
    await compareDrawn('10 - 7 = 3', '<p style="writing-mode: vertical-rl">10 - 7 = 3</p>'),
  ).not.toBe('same')
})

test.each([
  ['room before its part', '.r { margin-left: 0.4em }'],
  ['room within its part', '.r { padding-left: 0.4em }'],
  ['room behind its letters', 'i { letter-spacing: 0.4em; font-style: normal }'],
])('a word that is drawn as two by %s is not said to be the one signed', async (_name, style) => {
  const one = '<p>It is <span>no<u class="i">w</u></span><span class="r">here</span>.</p>'
  expect(await compareDrawn('It is nowhere.', one)).toBe('same')
  expect(await compareDrawn('It is nowhere.', one, style.replace('i {', '.i {'))).not.toBe('same')
})

test('what a page marks within words is not read over', async () => {
  const read = async (style: string) => {
    await drawing.readAll([html], `::highlight(it) { ${style} }`)
    return drawing.page.evaluate(() => {
      const {
        badge,
        CSS: css,
        Highlight: Mark,
      } = globalThis as unknown as {
        badge: { readShown: (part: Element, isOwn: () => boolean) => string }
        CSS: { highlights: Map<string, object> }
        Highlight: new (range: Range) => object
      }
      const range = document.createRange()
      range.selectNodeContents(document.querySelector('.r') ?? document.body)
      css.highlights.set('it', new Mark(range))
      const shown = badge.readShown(document.querySelector('#part') ?? document.body, () => false)
      css.highlights.clear()
      return shown
    })
  }
  expect(compareTexts(signed, await read('color: transparent'))).not.toBe('same')
  expect(compareTexts(signed, await read('text-decoration: line-through'))).not.toBe('same')
})

test.each([
  ['faint', 'color: #ddd'],
  ['small and faint', 'color: #aaa; font-size: 8px'],
])('words that are %s are not read', async (_name, style) => {
  expect(await compareDrawn(signed, html, '.r { color: #777; font-size: 8px }')).toBe('same')
  expect(await compareDrawn(signed, html, `.r { ${style} }`)).not.toBe('same')
})

test.each([
  ['words of a style sheet', '.i::after { content: "Not so: " }'],
  ['a picture', '.r { background-image: linear-gradient(red, red); width: 300px; height: 60px }'],
  ['a picture within it', '.i { content: linear-gradient(red, red) }'],
])('a control of the page with %s is not read over', async (_name, style) => {
  const drawn =
    '<div><button class="r">Copy<i class="i"></i></button></div><p>It does not leak.</p>'
  expect(await compareDrawn(signed, drawn)).toBe('same')
  expect(await compareDrawn(signed, drawn, style)).not.toBe('same')
})

test('line ends that a page sets out with room of their own are line ends, and with words they are not', async () => {
  const lines = '<p>It does not<br>leak.</p>'
  expect(await compareDrawn(signed, lines, 'br { content: " " }')).toBe('same')
  expect(await compareDrawn(signed, lines, 'br { content: "more than it should" }')).not.toBe(
    'same',
  )
  expect(await compareDrawn(signed, lines, 'br { content: url("data:,") }')).not.toBe('same')
  expect(await compareDrawn(signed, lines, 'br::before { content: "not" }')).not.toBe('same')
  expect(await compareDrawn(signed, '<p>It does not leak.</p>', 'p { content: " " }')).not.toBe(
    'same',
  )
})

test('words without a box of their own are read', async () => {
  expect(await compareDrawn(signed, html, '.r { display: contents; color: #333 }')).toBe('same')
})
