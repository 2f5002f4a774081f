import { readFileSync } from 'node:fs'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { checkAxe } from '../../../support/browser/check-axe.ts'
import { expectInOrder } from '../../../support/browser/expect-in-order.ts'
import { startOwnPages } from '../../../support/extension/start-own-pages.ts'

// The way through the extension, as somebody goes it who has just installed it.

interface Browser {
  readonly chrome: {
    readonly permissions: {
      request: (permissions: object) => Promise<boolean>
      readonly onAdded: { dispatch(permissions: object): void }
    }
    readonly storage: { readonly session: { set(items: object): Promise<void> } }
  }
}

const pages = await untilEnd(startOwnPages(inject('demo')))

beforeEach(() => pages.reset())

test('the first minutes need no mouse: the welcome shows who signs and what is not promised, refuses what is no gateway, and pins it with a key', async () => {
  const { observed, own, open, button, settings } = pages
  await observed.ui({ kind: 'remove-gateway', origin: observed.gateway.baseUrl })
  await open('welcome.html')
  const { keyboard } = own
  await own.locator('h1').waitFor()
  await expectInOrder(own, 320, ['light', 'dark'])
  // Where the keyboard is from the beginning on.
  expect(
    await own.getByLabel('Its address').evaluate((each) => each === document.activeElement),
  ).toBe(true)
  await own.getByLabel('Its address').fill('http://gateway.example.com')
  await own.getByRole('button', { name: 'Look at it' }).click()
  await own.getByText('must be asked by https').waitFor()
  await own.getByLabel('Its address').fill('nonsense')
  await own.getByRole('button', { name: 'Look at it' }).click()
  await own.getByText('no address of a gateway').waitFor()
  await own.getByLabel('Its address').fill(observed.siteUrl)
  await own.getByRole('button', { name: 'Look at it' }).click()
  await own.getByText('does not answer like a gateway').waitFor()
  await own.getByLabel('Its address').fill(observed.gateway.baseUrl)
  await keyboard.press('Enter')
  await own.getByText('What this gateway does not promise').waitFor()
  await own.getByText(/^0x[0-9a-f]{40}$/).waitFor()
  // The button, the link to the limits, the list of them, and then the keys.
  for (let step = 0; step < 4; step += 1) await keyboard.press('Tab')
  await keyboard.press('ArrowDown')
  await expect.poll(() => own.getByRole('radio', { name: 'Make me a key' }).isChecked()).toBe(true)
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await expect.poll(() => own.getByRole('checkbox').isChecked()).toBe(true)
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  expect(await own.getByText(/^sk-csn-/).innerText()).toMatch(/^sk-csn-.{43}$/)
  await keyboard.press('Tab')
  await button('Go on').press('Enter')
  await own.getByRole('img', { name: 'Enable on this site' }).waitFor()
  await own.getByText('loads the page again').waitFor()
  expect(await checkAxe(own)).toEqual([])
  const { gateways } = await settings()
  expect(gateways).toMatchObject([{ origin: observed.gateway.baseUrl, hasKey: true }])
  expect(JSON.stringify(gateways)).not.toContain('sk-csn-')
  await observed.ui({ kind: 'set-key', origin: observed.gateway.baseUrl, key: null })
})

test('a site is switched off; on again, the browser is asked for this host alone, in the click itself; refused, nothing is enabled, and else the page is loaded again by itself', async () => {
  const { observed, own, chat, openFor, button, settings } = pages
  await pages.ask()
  await openFor('popup')
  await button('Switch off on this site').click()
  await own.getByText('The extension does nothing on this site yet.').waitFor()
  await expect.poll(() => chat.locator('countersign-badge').count()).toBe(0)
  const answer = (isGiven: boolean) =>
    own.evaluate((given) => {
      const { chrome } = globalThis as unknown as Browser
      chrome.permissions.request = (asked) => {
        document.title = JSON.stringify({ asked, isClick: navigator.userActivation.isActive })
        return Promise.resolve(given)
      }
    }, isGiven)
  await answer(false)
  await own.getByText('loads the page again').waitFor()
  await button('Enable on this site').click()
  await own.getByRole('alert').getByText('Nothing was changed.').waitFor()
  expect((await settings()).sites).toEqual([])
  await answer(true)
  await Promise.all([chat.waitForEvent('load'), button('Enable on this site').click()])
  await own.getByText('Watching this chat').waitFor()
  expect(JSON.parse(await own.title())).toEqual({
    asked: { origins: [`http://${new URL(observed.siteUrl).hostname}/*`] },
    isClick: true,
  })
  expect(await settings()).toMatchObject({ sites: [observed.siteUrl] })
})

test('where the browser closes the popup to ask, what the given host was wanted for is done, and nothing else', async () => {
  const { observed, open, settings } = pages
  const { siteUrl, extension } = observed
  await observed.ui({ kind: 'disable-site', origin: siteUrl })
  await open('options.html')
  const [worker] = extension.context.serviceWorkers()
  const give = (wanted: string, given: string) =>
    worker?.evaluate(
      async ([origin, pattern]) => {
        const { chrome } = globalThis as unknown as Browser
        await chrome.storage.session.set({ wanted: { kind: 'enable-site', origin } })
        chrome.permissions.onAdded.dispatch({ origins: [pattern] })
      },
      [wanted, given] as const,
    )
  // The browser may go to this one, too; it is another one that was given.
  await give(siteUrl.replace('127.0.0.1', 'localhost'), 'https://chat.example.com/*')
  await give(siteUrl, 'http://127.0.0.1/*')
  await expect.poll(async () => (await settings()).sites).toContain(siteUrl)
  expect((await settings()).sites).toEqual([siteUrl])
})

test('what is chosen for a site and a gateway in the popup is what is set', async () => {
  const { observed, own, openFor, settings } = pages
  await openFor('popup')
  const pair = async () => (await settings()).pairs[0]
  await own.getByText('Encrypt from the first message on').click()
  await own.getByRole('radio', { name: 'Always' }).click()
  await expect.poll(pair).toMatchObject({ takeover: 'always', key: 'page', tools: 'ask' })
  const tools = own.getByRole('group', { name: /^Tools that the page adds/ })
  await tools.getByRole('radio', { name: 'Send in clear' }).click()
  await expect.poll(pair).toMatchObject({ takeover: 'always', tools: 'send' })
  expect(await own.getByRole('radio', { name: 'Mine' }).isDisabled()).toBe(true)
  await observed.ui({ kind: 'make-key', origin: observed.gateway.baseUrl })
  await own.getByRole('radio', { name: 'Mine' }).click()
  await expect.poll(pair).toMatchObject({ key: 'mine' })
  await own.getByRole('radio', { name: 'Off' }).click()
  await expect.poll(pair).toMatchObject({ takeover: 'off' })
  await own.getByText('Requests leave as the page sends them.').waitFor()
})

test('the weakest answer is named by its place, in the popup and in the panel, which opens the signed words of each', async () => {
  const { own, openFor, ask } = pages
  await openFor('sidepanel')
  await own.getByText('Watching this chat').waitFor()
  await ask('svc-chat')
  await own.getByText('The only answer: 127.0.0.1').waitFor()
  expect(await own.getByText('signed an answer of').count()).toBe(1)
  await ask('svc-assist-mini')
  await ask('svc-frontier-mini')
  await own.getByText(/Weakest: answer 2 of 3\. .* The enclave is simulated:/).waitFor()
  const list = own.getByRole('list', { name: 'Answers, in the order of the page' })
  await expect
    .poll(() => list.getByRole('link').filter({ hasNotText: 'Read it' }).allInnerTexts())
    .toEqual([
      expect.stringMatching(/Private · promised$/),
      expect.stringMatching(/Simulated enclave$/),
      expect.stringMatching(/Anonymized · promised$/),
    ])
  const signed = await pages.chat.locator('article').first().innerText()
  const link = list.getByRole('link', { name: 'Read it as signed' }).first()
  expect(await link.getAttribute('target')).toBe('_blank')
  await link.evaluate((each) => each.removeAttribute('target'))
  await link.click()
  const region = own.getByRole('region', { name: 'The answer as it was signed' })
  expect(await region.locator('.signed-text').innerText()).toBe(signed)
  await openFor('popup')
  await own.getByText(/Weakest: answer 2 of 3\. .* The enclave is simulated:/).waitFor()
})

test('an answer that failed is loud in the popup and on its own page', async () => {
  const { observed, own, open, openFor, button, ask } = pages
  observed.gateway.lie({
    onAnswer(answer, { path }) {
      if (!path.endsWith('/chat/completions')) return
      answer.body = Buffer.from(answer.body.toString().replace('the receipt', 'a receipt'))
    },
  })
  await ask()
  await openFor('popup')
  await own.getByText('The only answer: Do not rely on this answer.').waitFor()
  expect(await checkAxe(own)).toEqual([])
  const digest = (await observed.newest())?.card.digest
  await open(`answer.html?digest=${digest}&disclose=response`)
  await own.getByRole('heading', { name: 'Check failed' }).waitFor()
  const first = own.locator('.checks > li').first()
  expect(await first.innerText()).toMatch(/^Fail\s+The receipt is for another answer than this one/)
  await own.getByText('The receipt is for other words than the message').waitFor()
  expect(await button('Save the disclosure').count()).toBe(0)
})

test('the page of an answer shows each check and words that look like markup as text; what is disclosed is saved as it is shown, with one salt in it, and what is copied for others has none', async () => {
  const { observed, own, chat, open, button } = pages
  const hostile = '<img src=x onerror="document.title=1"><b>bold</b>'
  await observed.ask(chat, 'svc-chat', false, { messages: [{ role: 'user', content: hostile }] })
  await expect.poll(() => observed.newest()).not.toBeNull()
  const card = (await observed.newest())?.card
  await open(`answer.html?digest=${card?.digest}&disclose=response`)
  await own.getByText(hostile, { exact: true }).waitFor()
  expect(await own.locator('img, b').count()).toBe(0)
  await own.getByText('The receipt was not altered after it was signed.').waitFor()
  await own.getByText('The file will hold the receipt, the answer').waitFor()
  await expectInOrder(own, 320, ['light', 'dark'])
  const saved = async (name: string) => {
    const [download] = await Promise.all([own.waitForEvent('download'), button(name).click()])
    return [download.suggestedFilename(), readFileSync(await download.path(), 'utf8')] as const
  }
  const [receipt] = await saved('Export receipt')
  expect(receipt).toBe(`countersign-${card?.digest.slice(0, 12)}.json`)
  await button('Disclose the question only').click()
  await own.getByText('The file will hold the receipt, the messages').waitFor()
  const shown = await own.getByLabel('The file').innerText()
  const [name, disclosure] = await saved('Save the disclosure')
  expect(name).toContain('prompt')
  expect(disclosure.trim()).toBe(shown.trim())
  expect(JSON.parse(disclosure)).toMatchObject({ prompt: { messages: [{ role: 'user' }] } })
  expect(disclosure.match(/"salt"/g)).toHaveLength(1)
  expect(disclosure).not.toContain('"response"')
  await observed.extension.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = async (name: string) => {
    await button(name).click()
    await button('Copied').first().waitFor()
    return own.evaluate(() => navigator.clipboard.readText())
  }
  const evidence = await copied('Copy as evidence')
  expect(evidence).toContain(card?.receipt)
  expect(evidence).not.toMatch(/salt/i)
  expect(await copied('Copy share link')).toBe(card?.link)
  const check = await own.getByRole('link', { name: 'Check' }).getAttribute('href')
  expect(check?.startsWith(`${observed.gateway.baseUrl}/verify#`)).toBe(true)
  await open(`answer.html?digest=${'0'.repeat(64)}`)
  await own.getByRole('heading', { name: 'Not kept' }).waitFor()
})
