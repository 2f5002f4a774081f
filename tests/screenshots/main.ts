import { ensureExtension } from '../setup/ensure-extension.ts'
import { openBrowser } from '../support/open-browser.ts'
import { startGateway } from '../support/start-gateway.ts'
import { answerPage } from './answer-page.ts'
import { drawBadgeStates } from './badge-states.ts'
import { takeEveryPage } from './every-page.ts'
import { takeExtensionPictures } from './extension.ts'
import { askGateway, question, takePagePictures } from './pages.ts'
import { picturePath } from './picture-path.ts'
import { takeStorePictures } from './store.ts'

// npm run screenshots: pictures of what a user sees, made from a gateway that really runs.

const gateway = await startGateway({ config: null })
const { baseUrl } = gateway
const browser = await openBrowser()
const page = await browser.newPage({ deviceScaleFactor: 2, viewport: { width: 1120, height: 760 } })

const model = 'svc-chat'
const answer = JSON.parse(await askGateway({ baseUrl, model })) as Parameters<
  typeof answerPage
>[0]['answer']
const limits = (await (await fetch(`${baseUrl}/api/limits`)).json()) as { seal_signer: string }
const request = { model, messages: [{ role: 'user', content: question }] }
await page.setContent(await answerPage({ request, answer, sealSigner: limits.seal_signer }))
await page.locator('main').screenshot({ path: picturePath('answer') })

await page.goto(`${baseUrl}/docs/`)
await page.getByText('Show the signing address').first().waitFor()
await page.screenshot({ path: picturePath('docs') })

await takePagePictures(browser, baseUrl)
await takeEveryPage(browser, baseUrl)

const states = await browser.newPage({
  deviceScaleFactor: 2,
  viewport: { width: 1120, height: 400 },
})
await drawBadgeStates(states)
await states.screenshot({ path: picturePath('extension-states') })

await browser.close()
await gateway.stop()

await ensureExtension()
await takeExtensionPictures()
await takeStorePictures()
