import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { readConversation } from '../../support/read-conversation.ts'
import { startObservedSite, type ObservedSite } from '../../support/start-observed-site.ts'

// The page draws another text than the one that was signed once its badge stands there.

let observed: ObservedSite
let page: Page

beforeAll(async () => {
  observed = await startObservedSite({ running: inject('demo') })
})

afterAll(() => observed.close())

beforeEach(async () => {
  await observed.ui({ kind: 'wipe' })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

/** Ways of a page to draw another text of the same words, of which no change of the page tells. */
const unheard: Readonly<Record<string, () => void>> = {
  'by an attribute of its own': () => {
    document.body.dataset['answer'] = 'other'
  },
  'by a box that is ticked': () => {
    const box = document.querySelector('input')
    if (box) box.checked = true
  },
  'by a rule in a style sheet': () => {
    document.styleSheets[0]?.insertRule('article::before { content: "Not so: " }')
  },
  'by a style sheet of a script': () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('article::before { content: "Not so: " }')
    document.adoptedStyleSheets = [sheet]
  },
  'by an animation of a script': () => {
    const transparent = { color: 'transparent' }
    document.querySelector('article')?.animate([transparent, transparent], { duration: 1e9 })
  },
  'by another direction': () => {
    document.querySelector('article')?.setAttribute('dir', 'rtl')
  },
  'in a shadow': () => {
    document.querySelector('article')?.attachShadow({ mode: 'closed' }).append('Not so.')
  },
}

test.each(Object.keys(unheard))(
  'a text that is drawn otherwise %s loses its badge',
  async (way) => {
    await page.evaluate(() => {
      const style =
        '[data-answer] article::before, :checked ~ main article::before { content: "Not so: " }'
      document.body.insertAdjacentHTML(
        'afterbegin',
        `<style>${style}</style><input type="checkbox">`,
      )
    })
    await observed.ask(page, 'svc-chat', false)
    await page.locator('article + countersign-badge').waitFor()
    await expect.poll(async () => (await observed.newest())?.card.shown).toBe('same')
    await page.evaluate((change) => {
      // oxlint-disable-next-line no-implied-eval
      new Function(`(${change})()`)()
    }, String(unheard[way]))
    await expect.poll(() => page.locator('countersign-badge').count()).toBe(0)
    await expect.poll(async () => (await readConversation(observed, page)).turns).toEqual([])
  },
)

/** Ways of a page to draw it otherwise for a while. */
const passing: Readonly<Record<string, (is: boolean) => void>> = {
  'by a style sheet': (is) => {
    const sheet = new CSSStyleSheet()
    if (is) sheet.replaceSync('article::before { content: "Not so: " }')
    document.adoptedStyleSheets = [sheet]
  },
  'by a style of its own': (is) => {
    document.querySelector('article')?.setAttribute('style', is ? 'opacity: 0.2' : '')
  },
  'by hiding all of it': (is) => {
    document.querySelector('main')?.toggleAttribute('hidden', is)
  },
}

test.each(Object.keys(passing))(
  'a text that was drawn otherwise %s, and is drawn as it was signed again, has its badge again',
  async (way) => {
    const drawOther = (is: boolean) =>
      page.evaluate(
        ([change, on]) => {
          // oxlint-disable-next-line no-implied-eval
          new Function(`(${change})(${on})`)()
        },
        [String(passing[way]), is] as const,
      )
    await observed.ask(page, 'svc-chat', false)
    await page.locator('article + countersign-badge').waitFor()
    await expect.poll(async () => (await observed.newest())?.card.shown).toBe('same')
    await drawOther(true)
    await expect.poll(() => page.locator('countersign-badge').count()).toBe(0)
    await drawOther(false)
    await page.locator('article + countersign-badge').waitFor()
    await expect.poll(async () => (await observed.newest())?.card.shown).toBe('same')
  },
)

test('a text that is taken away and put back at once has a badge again, which says that it is found by its words', async () => {
  await observed.ask(page, 'svc-chat', false)
  await page.locator('article + countersign-badge').waitFor()
  await expect.poll(async () => (await observed.newest())?.card.shown).toBe('same')
  await page.evaluate(async () => {
    const turn = document.querySelector('article')
    const text = turn?.textContent ?? ''
    turn?.replaceChildren()
    await Promise.resolve()
    turn?.append(text)
  })
  await expect.poll(async () => (await observed.newest())?.card.found).toBe('by-words')
  await page.locator('article + countersign-badge').waitFor()
})

test('fields that take the place of what is asked of a page keep no badge beside another text', async () => {
  await observed.ask(page, 'svc-chat', false)
  await page.locator('article + countersign-badge').waitFor()
  await expect.poll(async () => (await observed.newest())?.card.shown).toBe('same')
  await page.evaluate(() => {
    const turn = document.querySelector('article')
    const form = document.createElement('form')
    for (const name of ['closest', 'matches', 'childNodes', 'textContent', 'parentNode']) {
      form.append(Object.assign(document.createElement('input'), { name, type: 'hidden' }))
    }
    const picture = document.createElement('img')
    picture.setAttribute('name', 'createRange')
    document.body.append(picture)
    form.append('Words that nobody signed.')
    turn?.append(form)
    form.append('And more of them.')
  })
  await expect.poll(() => page.locator('countersign-badge').count()).toBe(0)
})
