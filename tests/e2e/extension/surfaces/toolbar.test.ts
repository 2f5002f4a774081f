import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { readToolbar } from '../../../support/extension/read-toolbar.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'

// The toolbar says what a page’s weakest answer is worth, where no page can draw: also in hostile-badge.test.ts, stream-ends.test.ts.

let page: Page

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))
const fixture = join(import.meta.dirname, '../../../fixtures/frontends/open-webui.html')
observed.site.pages.set('/open-webui', readFileSync(fixture, 'utf8'))
const own = await observed.newTab()
await own.goto(observed.extension.pageUrl('options.html'))

beforeEach(async () => {
  await observed.ui({ kind: 'wipe' })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

const toolbar = () => readToolbar(own, page)
test('where nothing was answered, or another page was loaded since, the toolbar says nothing', async () => {
  const nothing = { text: '', title: 'Countersign' }
  expect(await toolbar()).toEqual(nothing)
  await observed.ask(page, 'svc-chat', false)
  await expect.poll(toolbar).not.toEqual(nothing)
  await page.goto(`${observed.siteUrl}/open-webui`)
  await expect.poll(async () => (await toolbar()).text).toBe('–')
  await page.goto(observed.siteUrl)
  await expect.poll(toolbar).toEqual(nothing)
})
