import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'

// The page draws another text than the one that was signed once its badge stands there.

let page: Page

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))

beforeEach(async () => {
  await observed.ui({ kind: 'wipe' })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

test('fields that take the place of what is asked of a page make no other text the one that was signed', async () => {
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
  await expect
    .poll(async () => (await observed.newest())?.card.shown)
    .toMatch(/differs|unsure|other/)
})
