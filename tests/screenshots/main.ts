import { join } from 'node:path'
import { openBrowser } from '../support/open-browser.ts'
import { pasteIntoVerify } from '../support/paste-into-verify.ts'
import { startGateway } from '../support/start-gateway.ts'
import { setup } from '../setup/ensure-extension.ts'
import { answerPage } from './answer-page.ts'
import { drawBadgeStates } from './badge-states.ts'
import { takeExtensionPictures } from './extension.ts'

// npm run screenshots: pictures of what a user sees, made from a gateway that really runs.

const gateway = await startGateway({ config: null })
const browser = await openBrowser()
const page = await browser.newPage({ deviceScaleFactor: 2, viewport: { width: 1120, height: 760 } })

const request = {
  model: 'svc-chat',
  messages: [{ role: 'user', content: 'What does a receipt prove?' }],
}
const answer = (await (
  await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify(request),
  })
).json()) as Parameters<typeof answerPage>[0]['answer']
const limits = (await (await fetch(`${gateway.baseUrl}/api/limits`)).json()) as {
  seal_signer: string
}
await page.setContent(await answerPage({ request, answer, sealSigner: limits.seal_signer }))
await page.locator('main').screenshot({ path: join(import.meta.dirname, 'answer.png') })

await page.goto(`${gateway.baseUrl}/docs/`)
await page.getByText('State the signing address').first().waitFor()
await page.screenshot({ path: join(import.meta.dirname, 'docs.png') })

for (const colorScheme of ['light', 'dark'] as const) {
  const verify = await browser.newPage({
    colorScheme,
    deviceScaleFactor: 2,
    viewport: { width: 1120, height: 1180 },
  })
  await verify.goto(`${gateway.baseUrl}/verify`)
  await verify.getByText('publishes').waitFor()
  await pasteIntoVerify(verify, JSON.stringify(answer))
  await verify.locator('#prompt-value').fill('What does a receipt prove?')
  await verify.locator('#verdict-word', { hasText: /^Verified$/ }).waitFor()
  await verify.screenshot({ path: join(import.meta.dirname, `verify-${colorScheme}.png`) })
}
const home = await browser.newPage({ deviceScaleFactor: 2, viewport: { width: 1120, height: 980 } })
await home.goto(gateway.baseUrl)
await home.getByRole('button', { name: 'Ask' }).click()
await home.locator('#verdict-word').waitFor()
await home.screenshot({ path: join(import.meta.dirname, 'home.png') })

const states = await browser.newPage({
  deviceScaleFactor: 2,
  viewport: { width: 1120, height: 310 },
})
await drawBadgeStates(states)
await states.screenshot({ path: join(import.meta.dirname, 'extension-states.png') })

await browser.close()
await gateway.stop()

setup()
await takeExtensionPictures(import.meta.dirname)
