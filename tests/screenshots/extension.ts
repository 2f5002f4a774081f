import type { Page } from 'playwright-core'
import { startGateway } from '../support/gateway/start-gateway.ts'
import { startObservedSite } from '../support/extension/start-observed-site.ts'
import { picturePath } from './picture-path.ts'

const width = { popup: 400, panel: 420, page: 900 }

/** Pictures of the extension: badges and a card in a page, and its own pages, in light and in dark. */
export async function takeExtensionPictures(): Promise<void> {
  const observed = await startObservedSite({
    running: await startGateway({ config: null }),
    browser: 'own',
  })
  const { extension, gateway, siteUrl } = observed
  const shoot = (page: Page, name: string) =>
    page.screenshot({ path: picturePath(`extension-${name}`) })

  const chat = await observed.openPage()
  await chat.setViewportSize({ width: 900, height: 840 })
  for (const [index, model] of ['svc-chat', 'svc-frontier-mini', 'svc-assist-mini'].entries()) {
    await observed.ask(chat, model, true, {
      messages: [{ role: 'user', content: questions[index] }],
    })
    await chat.locator('countersign-badge').nth(index).waitFor()
  }
  gateway.lie({
    onAnswer(answer, { path }) {
      if (!path.endsWith('/chat/completions')) return
      answer.body = Buffer.from(answer.body.toString().replace('real model', 'human being'))
    },
  })
  await observed.ask(chat, 'svc-chat', false, {
    messages: [{ role: 'user', content: 'And if somebody alters it?' }],
  })
  gateway.lie({})
  await chat.locator('countersign-badge').nth(3).waitFor()
  await shoot(chat, 'badges')
  await chat
    .locator('countersign-badge')
    .first()
    .click({ position: { x: 40, y: 12 } })
  await shoot(chat, 'card')
  await chat.keyboard.press('Escape')
  await chat.emulateMedia({ colorScheme: 'dark' })
  await chat.addStyleTag({ content: 'html{background:#16181b;color:#ddd;color-scheme:dark}' })
  await chat.reload()

  await observed.ui({ kind: 'set-development', on: true })
  await observed.setPair({ takeover: 'always' })
  const sealed = await observed.openPage()
  await observed.ask(sealed, 'svc-assist-mini', true)
  await sealed.locator('countersign-badge').waitFor()
  const tab = await extension.context.newPage()
  await tab.goto(extension.pageUrl('options.html'))
  const tabId = await tab.evaluate(async (url) => {
    const { tabs } = (
      globalThis as unknown as {
        chrome: { tabs: { query(query: object): Promise<{ id: number }[]> } }
      }
    ).chrome
    return (await tabs.query({ url: `${url.replace(/:\d+$/, '')}/*` })).at(-1)?.id ?? -1
  }, siteUrl)
  const { answers } = await observed.ui({ kind: 'list-answers', origin: null, search: '', skip: 0 })
  const digest = answers[0]?.card.digest ?? ''
  const own = `origin=${encodeURIComponent(siteUrl)}&tab=${tabId}`

  for (const colorScheme of ['light', 'dark'] as const) {
    await tab.emulateMedia({ colorScheme })
    for (const [name, path, viewport] of [
      ['popup', `popup.html?${own}`, { width: width.popup, height: 620 }],
      ['panel', `sidepanel.html?${own}`, { width: width.panel, height: 760 }],
      ['answer', `answer.html?digest=${digest}`, { width: width.page, height: 900 }],
      ['options', 'options.html', { width: width.page, height: 900 }],
      ['welcome', 'welcome.html', { width: width.page, height: 900 }],
    ] as const) {
      await tab.setViewportSize(viewport)
      await tab.goto(extension.pageUrl(path))
      await tab.locator('h1').first().waitFor()
      if (name === 'welcome') {
        await tab.getByLabel('Its address').fill(gateway.baseUrl)
        await tab.getByRole('button', { name: 'Look at it' }).click()
        await tab.getByText('Who signs').waitFor()
      }
      await tab.locator('main').waitFor()
      await shoot(tab, colorScheme === 'light' ? name : `${name}-dark`)
    }
  }
  await observed.close()
}

const questions = ['What does a receipt prove?', 'Who could read this?', 'What is an enclave for?']
