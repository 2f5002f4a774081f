import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { checkAxe } from '../../../support/browser/check-axe.ts'
import { startOwnPages } from '../../../support/extension/start-own-pages.ts'

// The settings: what is kept, of whom, and for how long.

const pages = await untilEnd(startOwnPages(inject('demo')))

beforeEach(() => pages.reset())

test('the history shows what was asked, where words are kept; it is narrowed by site, gateway and words, and opens an answer', async () => {
  const { observed, own, open, ask, settings } = pages
  await ask('svc-chat')
  await ask('svc-frontier-mini')
  await open('options.html')
  await own.getByText('2 answers').waitFor()
  const question = 'Hello, these words are private.'
  expect(await own.locator('.question', { hasText: question }).count()).toBe(2)
  const search = own.getByRole('searchbox')
  await search.fill(`${observed.gateway.baseUrl} ${observed.siteUrl}`)
  await own.getByText('2 answers').waitFor()
  await search.fill('frontier anonymized')
  await own.getByText('1 answer', { exact: true }).waitFor()
  const link = own.getByRole('link', { name: 'Anonymized · promised' })
  await link.evaluate((each) => each.removeAttribute('target'))
  await link.click()
  await own.getByRole('heading', { name: 'Anonymized · promised' }).waitFor()
  await own.getByText('A third-party provider read the question.').waitFor()
  // Where no words are kept, none are shown, and none can be disclosed.
  const { retention } = await settings()
  await observed.ui({ kind: 'wipe' })
  await observed.ui({ kind: 'set-retention', retention: { ...retention, words: 'leave-out' } })
  await ask()
  await open('options.html')
  await own.getByText('1 answer', { exact: true }).waitFor()
  expect(await own.locator('.answer-item').count()).toBe(1)
  expect(await own.locator('main').innerText()).not.toContain(question)
  const digest = (await observed.newest())?.card.digest ?? ''
  await expect(observed.ui({ kind: 'disclose', digest, side: 'response' })).rejects.toThrow(
    'keeps no words',
  )
  await observed.ui({ kind: 'set-retention', retention })
})

test('nothing is forgotten while a shorter time is typed, and not before it is confirmed; what is exported is taken in again, and something else is refused in a sentence', async () => {
  const { observed, own, open, button, settings, ask } = pages
  await ask()
  await open('options.html#keeping')
  const days = own.getByLabel('Days')
  await days.fill('')
  await days.pressSequentially('30')
  expect((await settings()).retention.days).toBe(90)
  await days.press('Enter')
  await button('Save').click()
  await own.getByText('What is older than 30 days').waitFor()
  await button('Leave it as it is').click()
  expect((await settings()).retention.days).toBe(90)
  await button('Save').click()
  await button('Save, and forget them').click()
  await expect.poll(async () => (await settings()).retention.days).toBe(30)
  await days.fill('90')
  await button('Save').click()
  await expect.poll(async () => (await settings()).retention.days).toBe(90)
  await days.fill('4000')
  await own.getByText('1 to 3650 days').waitFor()
  expect(await observed.newest()).not.toBeNull()

  const [download] = await Promise.all([own.waitForEvent('download'), button('Export all').click()])
  const path = await download.path()
  await button('Wipe…').click()
  await own.getByText('you can prove these answers to nobody again').waitFor()
  await button('Leave it as it is').click()
  expect(await observed.newest()).not.toBeNull()
  await button('Wipe…').click()
  await button('Wipe all, for good').click()
  await own.getByText('1 answer was wiped.').waitFor()
  expect(await observed.newest()).toBeNull()
  const input = own.getByLabel('Import')
  await input.setInputFiles(path)
  await own.getByText('1 added, 0 were here already.').waitFor()
  await input.setInputFiles({
    name: 'other.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{}'),
  })
  await own.getByText('This is no export of this extension').waitFor()
})

test('beyond the size that the user set, the oldest answers are forgotten, at once and with each new one', async () => {
  const { observed, own, chat, open, button, settings } = pages
  const kept = async () => {
    const { answers } = await observed.ui({
      kind: 'list-answers',
      origin: null,
      search: '',
      skip: 0,
    })
    return answers.map(({ card }) => card.digest)
  }
  /** Of 0.6 MB, so that one is within the least size that can be set. */
  const askMuch = async () => {
    const before = await kept()
    const messages = [{ role: 'user', content: 'x'.repeat(600_000) }]
    await observed.ask(chat, 'svc-chat', false, { messages })
    const added = async () => (await kept()).find((digest) => !before.includes(digest))
    await expect.poll(added).toBeDefined()
    return added()
  }
  const first = await askMuch()
  const second = await askMuch()
  expect(await kept()).toEqual([second, first])
  await open('options.html#keeping')
  const megabytes = own.getByLabel('Megabytes at most')
  await megabytes.fill('1')
  await button('Save').click()
  await own.getByText('beyond 1 MB, is forgotten at once').waitFor()
  expect(await kept()).toEqual([second, first])
  await button('Save, and forget them').click()
  await expect.poll(kept).toEqual([second])
  const third = await askMuch()
  await expect.poll(kept).toEqual([third])
  await megabytes.fill('50')
  await button('Save').click()
  await expect.poll(async () => (await settings()).retention.megabytes).toBe(50)
})

test('a key is made, forgotten and set, and is never read back; a gateway goes only after it was said what goes with it; a site is switched off', async () => {
  const { observed, own, open, openFor, button, settings } = pages
  const { baseUrl: origin } = observed.gateway
  await observed.ui({ kind: 'set-key', origin, key: null })
  await open('options.html#gateways')
  await button('Make me a key').click()
  const key = await own.getByText(/^sk-csn-/).innerText()
  expect(await checkAxe(own)).toEqual([])
  await button('Go on').click()
  await own.getByText('A key is kept.').waitFor()
  expect(await own.content()).not.toContain(key)
  await button('Forget it').click()
  await own.getByText('it cannot be read back').waitFor()
  expect(await checkAxe(own)).toEqual([])
  await button('Forget the key').click()
  await own.getByLabel(`Key for ${origin}`).fill('sk-csn-other')
  await button('Keep this key').click()
  await own.getByText('A key is kept.').waitFor()
  expect(await own.content()).not.toContain('sk-csn-other')

  await observed.setPair({ takeover: 'possible' })
  await open('options.html#gateways')
  await button('Remove').click()
  await own.getByText('will call new receipts of').waitFor()
  expect((await settings()).gateways).toHaveLength(1)
  await button('Remove this gateway').click()
  await own.getByText('You have named no gateway yet: no receipt').waitFor()
  expect(await settings()).toMatchObject({ gateways: [], pairs: [] })
  await openFor('popup')
  await own.getByText('You have named no gateway yet').waitFor()
  const facts = await observed.ui({ kind: 'look-at-gateway', url: observed.gateway.baseUrl })
  const signer = facts.signers.current.address
  await observed.ui({ kind: 'add-gateway', origin: facts.origin, signer, key: null })

  await open('options.html#sites')
  await button('Switch off').click()
  await own.getByText('You have enabled no site yet.').waitFor()
  expect((await settings()).sites).toEqual([])
})
