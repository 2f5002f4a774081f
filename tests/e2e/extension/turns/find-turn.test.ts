import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { findTurn } from '../../../../extension/content/turns/find-turn.ts'
import { bundleBadge } from '../../../support/extension/bundle-badge.ts'
import { sharedBrowser, type SharedBrowser } from '../../../support/browser/shared-browser.ts'

// Which block of a page without an adapter shows an answer.

let browser: SharedBrowser
let page: Page

beforeAll(async () => {
  browser = await sharedBrowser()
  page = await browser.newPage()
  await page.setContent('<!doctype html><title>chat</title><main></main>')
  await page.evaluate(await bundleBadge('find-turn'))
})

afterAll(() => browser.close())

/** @param taken what another answer's badge stands beside, or within */
function find(html: string, answer: string, taken = '#none'): Promise<string | null> {
  return page.evaluate(
    ([drawn, words, others]) => {
      const { badge } = globalThis as unknown as { badge: { findTurn: typeof findTurn } }
      const main = document.querySelector('main') ?? document.body
      main.innerHTML = drawn
      const turnSelector = 'p, div'
      const found = badge.findTurn(
        {
          page: document,
          frontend: {
            id: 'generic',
            matches: () => true,
            turnSelector,
            turnsAre: 'blocks',
            textPart: (turn) => turn,
            badgeAnchor: (turn) => turn,
          },
          turns: [...main.querySelectorAll(turnSelector)].filter(
            (each) => each.querySelector(turnSelector) === null,
          ),
          wordsIn: (turn) =>
            ((turn as HTMLElement).innerText.toLowerCase().match(/\w+/g) ?? []).join(' '),
          lengthOf: (turn) => turn.textContent.length,
        },
        { words, drawn: [words], place: null, as: 'finished' },
        (turn) => !turn.matches(others),
      )
      return found?.id ?? null
    },
    [html, answer, taken] as const,
  )
}

test('an answer stands in no block that holds another one’s', async () => {
  const first = '<div id="first"><p id="said">foo foo</p><div></div></div>'
  const taken = '#first, #said'
  expect(await find(first, 'foo foo foo foo', taken)).toBe(null)
  const second = '<div id="second"><p>foo foo</p><p>foo foo</p></div>'
  expect(await find(first + second, 'foo foo foo foo', taken)).toBe('second')
})

test('what is folded away belongs to the block of its answer', async () => {
  const folded = '<details><summary></summary><p>so i added</p></details>'
  const answer = `<div id="whole"><p>it is 42 </p>${folded}</div>`
  expect(await find(`<div>Assistant${answer}</div>`, 'it is 42 so i added')).toBe('whole')
})

test('a letter beside an answer that is one of its words does not count', async () => {
  const answer = '<div id="text"><p>so it</p><p>is</p></div>'
  expect(await find(`<div><div>I</div>${answer}</div>`, 'so it is')).toBe('text')
})
