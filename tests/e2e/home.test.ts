import { askGateway } from '../support/requests/ask-gateway.ts'
import { spawnSync } from 'node:child_process'
import { expect, inject, test } from 'vitest'
import { lookOf } from '../../shared/judge/state/look-of.ts'
import { untilEnd } from '../support/until-end.ts'
import { sealSignerOf } from '../support/gateway/seal-signer-of.ts'
import { sharedBrowser } from '../support/browser/shared-browser.ts'
import { watchPage } from '../support/browser/watch-page.ts'

const gateway = inject('demo')

const browser = await untilEnd(sharedBrowser())
const { page, complaints } = await watchPage(browser)

test('a visitor finds an example that nobody was asked for, a command that works, and an answer with badge, receipt and checks', async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(gateway.baseUrl, { waitUntil: 'networkidle' })
  await page.getByText('An example: this page made this answer').waitFor()
  const way = page.getByRole('link', { name: 'Get the extension' })
  expect(await way.getAttribute('href')).toBe('./extension/')
  const typed = await page.getByLabel('Try it: ask this gateway').inputValue()
  expect(await page.locator('.turn .asked').innerText()).toBe(typed)
  expect(await page.locator('.badge').innerText()).toContain('Private · promised')
  const card = page.locator('.card')
  expect(await card.innerText()).toContain('A key made for this example signed')
  expect(await card.locator('.not-established li').count()).toBeGreaterThan(0)
  await card.getByText('The receipt', { exact: true }).click()
  expect(await card.locator('pre').innerText()).toContain('"svc-sample"')
  expect(await card.getByRole('link').count()).toBe(0)
  expect(asked.filter((path) => path.startsWith('/v1/') || path.startsWith('/api/'))).toEqual([])
  await expectCommandWorks()
  await card.getByText('The receipt', { exact: true }).click()
  await expectAnswer()
  await page.getByRole('link', { name: 'See each check' }).click()
  await page.getByText('This is a disclosure.').waitFor()
  await page.locator('#verdict-word', { hasText: /^Private · promised$/ }).waitFor()
  expect(complaints()).toEqual([])
})

async function expectCommandWorks(): Promise<void> {
  const command = await page.locator('pre', { hasText: 'curl' }).innerText()
  const { stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
  const { svc } = JSON.parse(stdout) as { svc: { receipt: { body: { model: string } } } }
  expect(svc.receipt.body.model, stderr).toBe('svc-chat')
}

/** Badge and receipt stand beside it, and a promise is not shown as proof. */
async function expectAnswer(): Promise<void> {
  await page.getByRole('button', { name: 'Ask' }).click()
  const badge = page.locator('.turn:not(:has(.turn-note)) .badge')
  await badge.waitFor()
  expect(await badge.innerText()).toContain('Private · promised')
  expect(await badge.getAttribute('class')).toBe('badge tone-soft')
  await page.getByText('The receipt', { exact: true }).click()
  const details = page.locator('details.receipt')
  const receipt = JSON.parse(await details.locator('pre').innerText()) as Record<string, string>
  const words = await details.locator('dl').innerText()
  expect(words).toContain(receipt['digest'])
  expect(words).toContain(receipt['signer'])
  expect(await sealSignerOf(gateway.baseUrl)).toBe(receipt['signer'])
}

test('a package that is being built is offered by itself once it is there, and each step to the extension has its words', async () => {
  const digest = 'ab'.repeat(32)
  const name = 'countersign-1.2.3-chrome.zip'
  let isBuilt = false
  await page.route('**/extension/SHA256SUMS.txt', (route) =>
    isBuilt
      ? route.fulfill({ body: `${digest}  ${name}\n` })
      : route.fulfill({ status: 503, headers: { 'retry-after': '2' }, body: 'being built' }),
  )
  await page.goto(`${gateway.baseUrl}/extension/`)
  await page.getByText('The gateway is building the package').waitFor()
  isBuilt = true
  const offered = page.getByRole('link', { name: 'Download for Chrome' })
  await offered.waitFor()
  expect(await offered.getAttribute('href')).toBe(`./${name}`)
  expect(await page.locator('.package-file').innerText()).toContain(digest)
  expect(await page.locator('.step h3').allInnerTexts()).toHaveLength(7)
  const pictures = await page
    .getByRole('img')
    .evaluateAll((all) =>
      all.map((each) => each.getAttribute('aria-label') ?? each.getAttribute('alt') ?? ''),
    )
  // Steps in the browser's own windows have one.
  expect(pictures.some((words) => words.includes('puzzle piece'))).toBe(true)
  await page.getByRole('button', { name: 'Show the steps for Firefox' }).click()
  await page.getByText('npx wxt zip -b firefox --mv3', { exact: true }).waitFor()
  expect(await page.locator('main').innerText()).toContain('about:debugging#/runtime/this-firefox')
  expect(complaints().filter((text) => !text.includes('503'))).toEqual([])
})

test('the front page takes nothing but an answer of the model that it asked, and says truly why there is none', async () => {
  const ask = () => page.getByRole('button', { name: 'Ask', exact: true }).click()
  const problem = (sentence: string) => page.locator('.live .problem', { hasText: sentence })
  const { svc, choices } = JSON.parse(await askGateway(gateway.baseUrl)) as {
    svc: { receipt: unknown; commitment_salts: { response: string } }
    choices: { message: unknown }[]
  }
  const disclosure = {
    type: 'countersign-disclosure/1',
    receipt: svc.receipt,
    response: { message: choices[0]?.message, salt: svc.commitment_salts.response },
  }
  const chats = '**/v1/chat/completions'
  await page.route(chats, (route) => route.fulfill({ json: disclosure }))
  await page.goto(gateway.baseUrl)
  await ask()
  await page.getByText('no answer with a receipt').waitFor()
  expect(await page.locator('#verdict-word').innerText()).toBe('No receipt')

  const models = '**/v1/models'
  await page.route(models, (route) => route.fulfill({ json: { data: 'models' } }))
  await ask()
  await problem('This page cannot read the gateway’s list of models.').waitFor()
  await page.route(models, (route) => route.fulfill({ json: { data: [null, 'x', {}] } }))
  await ask()
  await problem('Without a key, no model can be asked right now.').waitFor()
  expect(complaints().filter((text) => !text.includes('503'))).toEqual([])
  const error = { message: 'Too many requests: wait a minute.', code: 'rate_limit_exceeded' }
  await page.route(models, (route) => route.fulfill({ status: 429, json: { error } }))
  await ask()
  await problem('Too many requests: wait a minute.').waitFor()

  await page.unroute(models)
  await page.route(chats, (route) =>
    route.continue({
      postData: (route.request().postData() ?? '').replace(
        /"model":"[^"]*"/,
        '"model":"svc-assist-mini"',
      ),
    }),
  )
  await ask()
  await page.locator('.turn:not(:has(.turn-note)) .badge').waitFor()
  expect(await page.locator('#verdict-word').textContent()).toBe(lookOf('failed').label)
})
