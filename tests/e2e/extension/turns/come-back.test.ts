import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import { readConversation } from '../../../support/extension/read-conversation.ts'
import { readToolbar } from '../../../support/extension/read-toolbar.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'

// A page that its user leaves and comes back to is the same one: the browser kept it as it was.

let page: Page

const observed = await untilEnd(
  startObservedSite({ running: inject('demo'), browser: 'own', keepsPages: true }),
)

beforeEach(async () => {
  observed.gateway.lie({})
  await observed.ui({ kind: 'wipe' })
  page = await observed.openPage()
  await page.evaluate(() => Object.assign(globalThis, { isKept: true }))
  return () => page.close()
})

async function leave(): Promise<void> {
  await page.goto(`${observed.siteUrl}/?other`)
  await expect.poll(() => readToolbar(observed.own, page)).toMatchObject({ text: '' })
}

async function comeBack(): Promise<void> {
  await page.goBack({ waitUntil: 'commit' })
  expect(await page.evaluate(() => 'isKept' in globalThis)).toBe(true)
}

/** In toolbar, panel and page. */
async function expectFailed(): Promise<void> {
  const failed = { text: '✕', title: 'Countersign: Check failed' }
  await expect.poll(() => readToolbar(observed.own, page)).toEqual(failed)
  const states = async () =>
    (await readConversation(observed, page)).turns.map(({ said }) => said.state)
  await expect.poll(states).toEqual(['failed'])
  await expect.poll(() => badgeNames(page)).toEqual([expect.stringMatching(/^Check failed\. /)])
}

function alterAnswers(): void {
  observed.gateway.lie({
    onAnswer(answer, { path }) {
      if (!path.endsWith('/chat/completions')) return
      answer.body = Buffer.from(answer.body.toString().replace('the receipt', 'a receipt'))
    },
  })
}

test('an answer that failed has failed on the toolbar and in the panel when its page is come back to', async () => {
  alterAnswers()
  await observed.ask(page, 'svc-chat', false)
  await expectFailed()
  await leave()
  await comeBack()
  await expectFailed()
})

test('one whose page was left before it was judged has its verdict when that is come back to', async () => {
  alterAnswers()
  await page.evaluate((url) => {
    const { ask } = globalThis as unknown as { ask: (...all: unknown[]) => Promise<unknown> }
    void ask(url, 'svc-chat', false).then(() => {
      location.search = 'other'
    })
  }, observed.gateway.baseUrl)
  await page.waitForURL(/other/)
  await comeBack()
  await expectFailed()
})

test('what a page asks as it is come back to is encrypted where its user chose that meanwhile', async () => {
  await observed.ui({ kind: 'set-development', on: true })
  const asked: string[] = []
  observed.gateway.lie({
    onRequest({ path, request }) {
      if (request.body.length > 0) asked.push(path)
    },
  })
  await page.evaluate((url) => {
    const { ask } = globalThis as unknown as { ask: (...all: unknown[]) => Promise<unknown> }
    window.addEventListener('pageshow', () => {
      void ask(url, 'svc-assist-mini', false).then(() => {
        document.title = 'answered'
      })
    })
  }, observed.gateway.baseUrl)
  await leave()
  await observed.setPair({ takeover: 'possible' })
  await comeBack()
  await expect.poll(() => page.title()).toBe('answered')
  expect(asked).toEqual(['/api/e2ee/relay'])
})
