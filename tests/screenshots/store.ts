import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startGateway } from '../support/gateway/start-gateway.ts'
import { chatPage, startObservedSite } from '../support/extension/start-observed-site.ts'

const root = join(import.meta.dirname, '../..')

/** What the stores ask for. */
const picture = { width: 1280, height: 800 } as const
/** What the gateway's page shows of the card: a part of it, so that it can be read. */
const part = { width: 840, height: 525 } as const
const partOfCard = { x: 230, y: 140 } as const
const panelWidth = 420

/** A chat as people know it, with the same script. */
const chat = chatPage.replace(
  /<style>.*?<\/style>/,
  `<style>
    html { background: #f4f5f7; color: #1d2125; font: 17px/1.55 system-ui, sans-serif }
    body { margin: 0 }
    header { background: #fff; border-bottom: 1px solid #dfe2e6; font-weight: 600; padding: 1rem 2rem }
    main { margin: 0 auto; max-width: 46rem; padding: 1rem 2rem }
    .question { background: #dfe7f5; border-radius: 1rem; margin: 1rem 0 .4rem auto; padding: .5rem 1rem; width: max-content }
    article { padding: .4rem 0 .2rem }
  </style><header>Chat</header>`,
)

const questions = [
  'What does a receipt prove?',
  'Who could read this?',
  'And what is an enclave for?',
]
const models = ['svc-chat', 'svc-frontier-mini', 'svc-assist-mini']

/**
 * Pictures for the stores, in `extension/store/`, and smaller ones of them for the gateway's page about the
 * extension: the built extension on a chat page, against a gateway that really runs.
 */
export async function takeStorePictures(): Promise<void> {
  const observed = await startObservedSite({
    browser: 'own',
    running: await startGateway({ config: null }),
    pages: { '/chat': chat },
  })
  const { extension, siteUrl } = observed
  const page = await observed.openPage('/chat')
  await page.setViewportSize(picture)
  for (const [index, content] of questions.entries()) {
    await page.evaluate((text) => {
      const question = document.createElement('div')
      question.className = 'question'
      question.textContent = text
      document.querySelector('main')?.append(question)
    }, content)
    const messages = [{ role: 'user', content }]
    await observed.ask(page, models[index] ?? '', true, { messages })
    await page.locator('countersign-badge').nth(index).waitFor()
  }
  const tab = await extension.context.newPage()
  await tab.goto(extension.pageUrl('options.html'))
  const tabId = await tabIdOf(tab, siteUrl)
  const own = `origin=${encodeURIComponent(siteUrl)}&tab=${tabId}`

  await keep(page, '1-badges')
  await tab.setViewportSize({ width: panelWidth, height: picture.height })
  await tab.goto(extension.pageUrl(`sidepanel.html?${own}`))
  await tab.locator('h1').first().waitFor()
  const side = await tab.screenshot()
  await page.setViewportSize({ ...picture, width: picture.width - panelWidth })
  const beside = await page.screenshot()
  await keepTogether(tab, '3-panel', [beside, side])

  await page.setViewportSize(picture)
  await page
    .locator('countersign-badge')
    .first()
    .click({ position: { x: 40, y: 12 } })
  const card = await keep(page, '2-card')

  await tab.setViewportSize(picture)
  await tab.goto(extension.pageUrl('welcome.html'))
  await tab.getByLabel('Its address').fill(observed.gateway.baseUrl)
  await tab.getByRole('button', { name: 'Look at it' }).click()
  await tab.getByText('Who signs').waitFor()
  await keep(tab, '4-welcome')

  const webp = await partAsWebp(page, card, partOfCard)
  writeFileSync(join(root, 'web/extension/pictures/card.webp'), webp)
  await keepSeals(tab)
  await observed.close()
}

function tabIdOf(tab: Page, siteUrl: string): Promise<number> {
  return tab.evaluate(async (url) => {
    const { tabs } = (
      globalThis as unknown as {
        chrome: { tabs: { query(query: object): Promise<{ id: number }[]> } }
      }
    ).chrome
    return (await tabs.query({ url: `${url.replace(/:\d+$/, '')}/*` })).at(-1)?.id ?? -1
  }, siteUrl)
}

/** The seal by itself, and with the name beside it. */
async function keepSeals(tab: Page): Promise<void> {
  const seal = readFileSync(join(root, 'web/styles/seal.svg')).toString('base64')
  const image = (size: number) =>
    `<img src="data:image/svg+xml;base64,${seal}" width="${size}" height="${size}">`
  const page = await tab.context().newPage()
  await page.setViewportSize({ width: 300, height: 300 })
  await page.setContent(`<body style="margin:0;display:flex">${image(300)}`)
  await page.screenshot({ path: storePath('icon-300'), omitBackground: true })
  await page.setViewportSize({ width: 440, height: 280 })
  await page.setContent(
    `<body style="margin:0;background:#faf8f3;color:#1d2321;height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:14px;font:500 40px Georgia,serif">${image(104)}Countersign`,
  )
  await page.screenshot({ path: storePath('tile-440x280') })
  await page.close()
}

function storePath(name: string): string {
  return join(root, `extension/store/${name}.png`)
}

function keep(page: Page, name: string): Promise<Buffer> {
  return page.screenshot({ path: storePath(name) })
}

/** Two pictures side by side, as a browser shows a page and its side panel. */
async function keepTogether(tab: Page, name: string, both: readonly Buffer[]): Promise<void> {
  const images = both.map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`)
  const page = await tab.context().newPage()
  await page.setViewportSize(picture)
  await page.setContent(`<body style="margin:0;display:flex">${images.join('')}`)
  await keep(page, name)
  await page.close()
}

async function partAsWebp(
  page: Page,
  png: Buffer,
  from: { readonly x: number; readonly y: number },
): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ({ source, x, y, width, height }) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('this browser draws no pictures')
      context.drawImage(image, -x, -y)
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.45 })
      return [...new Uint8Array(await blob.arrayBuffer())]
    },
    { ...part, ...from, source: `data:image/png;base64,${png.toString('base64')}` },
  )
  return Buffer.from(encoded)
}
