import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareTexts } from '../../../extension/text/compare-texts.ts'
import { openDrawing, type Drawing } from '../../support/read-drawn.ts'

// What a page selects it can draw otherwise, or not at all.

const signed = 'It does not leak.'
const html = '<p>It <span class="r">does not</span> leak.</p>'

let drawing: Drawing

beforeAll(async () => {
  drawing = await openDrawing()
})

afterAll(() => drawing.close())

test.each([
  ['of no colour', '::selection { color: transparent }'],
  ['of the colour of the page', '::selection { color: #fff; background: #fff }'],
  ['nearly of the colour behind them', '::selection { color: #eee; background: #fff }'],
  ['beneath paint of their own colour', '::selection { background: #000 }'],
  ['struck', '::selection { text-decoration: line-through }'],
  ['with a shadow of others', '::selection { text-shadow: 0 1em #000 }'],
  ['that their address points at', '::target-text { color: #fff; background: #fff }'],
])('words that a page selects are not read where they are drawn %s', async (_name, style) => {
  const read = async (sheet: string) => {
    await drawing.readAll([html], sheet)
    return drawing.page.evaluate(() => {
      const { badge } = globalThis as unknown as {
        badge: { readShown: (part: Element, isOwn: () => boolean) => string }
      }
      getSelection()?.selectAllChildren(document.querySelector('.r') ?? document.body)
      const shown = badge.readShown(document.querySelector('#part') ?? document.body, () => false)
      getSelection()?.removeAllRanges()
      return shown
    })
  }
  const usual = '::selection { color: #fff; background: #246 }'
  expect(compareTexts(signed, await read(usual))).toBe('same')
  expect(compareTexts(signed, await read(style))).not.toBe('same')
})
