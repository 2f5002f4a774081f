import { askGateway } from '../../support/requests/ask-gateway.ts'
import { openVerify } from '../../support/verify-page/open-verify.ts'
import { createHash } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { fetchEvidence } from '../../support/enclave/fetch-evidence.ts'
import { sharedBrowser } from '../../support/browser/shared-browser.ts'
import { openGroups } from '../../support/verify-page/open-groups.ts'
import { pasteIntoVerify } from '../../support/verify-page/paste-into-verify.ts'

const model = 'svc-assist-mini'
const question = 'What does a receipt prove?'
const gateway = inject('demo')

const browser = await untilEnd(sharedBrowser())
const messages = [{ role: 'user', content: question }]
const answer = await askGateway(gateway.baseUrl, { model, messages })
const { digest } = (JSON.parse(answer) as { svc: { receipt: { digest: string } } }).svc.receipt
const watched = await openVerify(browser, gateway.baseUrl)
const { page } = watched

const link = (title: string) =>
  page.locator('.chain-link h4', { hasText: title }).locator('.status')
const verdict = () => page.locator('#verdict-word').innerText()
const groups = () => page.locator('.check-group')

async function giveEvidence(evidence: object): Promise<void> {
  await page.getByLabel('Open evidence.json').setInputFiles({
    name: 'evidence.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(evidence)),
  })
}

test('with the evidence that the gateway hands out, an answer is followed from the quote on', async () => {
  await pasteIntoVerify(page, answer)
  await page.locator('#prompt-value').fill(question)
  await expect.poll(verdict).toBe('Simulated enclave')
  await page.locator('.exchange', { hasText: 'What was asked' }).waitFor()
  expect(await page.locator('.chain-link').count()).toBe(0)
  expect(await page.locator('.check-group:not([open])').count()).toBe(0)
  await page.getByRole('button', { name: /^Ask .* for the evidence$/ }).click()
  await page.locator('.chain-link').first().waitFor()
  await expect
    .poll(() => page.locator('.chain-link .status').allInnerTexts())
    .toEqual([...Array.from({ length: 5 }, () => 'Holds in the simulation'), 'Pass', 'Pass'])
  const words = await page.locator('.verdict').innerText()
  expect(words).toContain('its evidence fits together, but it proves nothing about hardware')
  expect(words).toContain('That the enclave got this question: the gateway claims it.')
  expect(words).not.toContain('When the evidence was made')
  expect(await page.locator('.chain').innerText()).toContain('a random number drawn for this')
})

test('a simulated enclave is called so: in the verdict, below it, and in the picture', async () => {
  const simulated = 'Simulated enclave'
  expect(await page.locator('.verdict').innerText()).toContain(simulated)
  expect(await page.locator('.not-established').innerText()).toContain('Any hardware')
  const [first] = await page.locator('.chain-link').allInnerTexts()
  expect(first).toContain('its root is the gateway’s own')
  expect(await page.locator('main').innerText()).not.toContain('Its maker vouches for it')
  expect(await page.locator('.chain-title').innerText()).toContain(simulated)
  expect(await page.locator('.chain-simulated').count()).toBe(5)
})

test('no check of a simulated enclave passes in the word or the colour of proof', async () => {
  const rows = await page.locator('.checks li').evaluateAll((all) =>
    all.map((row) => ({
      id: row.querySelector('dd code')?.textContent ?? '',
      word: row.querySelector('.status')?.textContent ?? '',
      colour: getComputedStyle(row.querySelector('.status') ?? row).color,
    })),
  )
  const ofEnclave = rows.filter(
    ({ id }) => !/^(?:receipt\.(?!hardware)|svc\.|commitment\.)/.test(id),
  )
  expect(ofEnclave.length).toBeGreaterThan(40)
  expect(ofEnclave.filter(({ word }) => word === 'Pass')).toEqual([])
  const colours = (word: string) =>
    new Set(rows.filter((row) => row.word === word).map(({ colour }) => colour))
  const [green] = colours('Pass')
  expect(colours('Holds in the simulation').has(green ?? '')).toBe(false)
})

test('many checks are folded groups that say how many they are and how the worst came out', async () => {
  expect(await groups().count()).toBe(7)
  expect(await page.locator('.check-group[open]').count()).toBe(0)
  expect(await page.locator('.checks > li').count()).toBeGreaterThan(50)
  const counts = await groups().evaluateAll((all) =>
    all.map((group) => ({
      said: Number(
        /(\d+) (?:checks?|failed|not checked)$/.exec(
          group.querySelector('.group-count')?.textContent ?? '',
        )?.[1],
      ),
      drawn: group.querySelectorAll('.checks > li').length,
      worst: group.querySelector(':scope > summary .status')?.textContent ?? 'some not checked',
      worsts: [...group.querySelectorAll('.checks .status')].map(({ textContent }) => textContent),
    })),
  )
  for (const { said, drawn, worst, worsts } of counts) {
    expect(said).toBe(drawn)
    const first = ['Fail', 'Not checked', 'Holds in the simulation', 'Pass'].find((word) =>
      worsts.includes(word),
    )
    const areAll = worsts.every((word) => word === first)
    expect(worst).toBe(first === 'Not checked' && !areAll ? 'some not checked' : first)
  }
})

test('on paper an answer with an enclave is two pages at most, with the digest of what was judged', async () => {
  // As the browser itself lays it out.
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.checks > li').first().isVisible()).toBe(false)
  const named = await page.locator('.on-paper').innerText()
  expect(named).toContain('pasted text')
  expect(named).toContain(createHash('sha256').update(answer).digest('hex'))
  expect(named).toContain(digest)
  expect(named).toContain('Checked at')
  expect(named).toContain('Nobody can check a promise.')
  expect(await page.locator('#verdict-word').isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
})

test('on wish each check follows as an annex, where everything is open and nothing can be pressed', async () => {
  await page.getByLabel('With each check as an annex').check()
  await page.emulateMedia({ media: 'print' })
  const drawn = await page.evaluate(() => {
    const height = (each: Element) => each.getBoundingClientRect().height
    const isShown = (each: Element) => each.checkVisibility({ contentVisibilityAuto: true })
    return {
      folded: [...document.querySelectorAll('.checks dl')].filter((dl) => height(dl) === 0).length,
      checks: [...document.querySelectorAll('.checks > li')].filter(isShown).length,
      controls: [...document.querySelectorAll('button, input, textarea, nav')].filter(isShown)
        .length,
    }
  })
  expect(drawn).toMatchObject({ folded: 0, controls: 0 })
  expect(drawn.checks).toBeGreaterThan(50)
  expect(await page.locator('#verdict-word').isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  await page.getByLabel('With each check as an annex').uncheck()
})

test('the evidence is saved as a file, and judged again from it', async () => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save evidence.json' }).click(),
  ])
  const path = await download.path()
  await pasteIntoVerify(page, answer)
  await page.getByText('Open evidence.json').waitFor()
  await page.getByLabel('Open evidence.json').setInputFiles(path)
  await expect
    .poll(() => link('The bytes of this answer').innerText())
    .toBe('Holds in the simulation')
  expect(await page.locator('.not-established').innerText()).toContain(
    'When the evidence was made, and for which random number: only the file says so.',
  )
  expect(await page.locator('.chain').innerText()).not.toContain('drawn for this')
})

test('a simulation is simulated with development mode and without; the switch stands beside it', async () => {
  await page.locator('#prompt-value').fill(question)
  const development = page.locator('.verdict').getByLabel('Accept simulated enclaves')
  await openGroups(page)
  const hardware = page.locator('.checks li', {
    hasText: 'present a simulated enclave as hardware',
  })
  await expect.poll(() => hardware.locator('.status').innerText()).toBe('Not checked')
  expect(await verdict()).toBe('Simulated enclave')
  await development.check()
  await page.locator('.verdict', { hasText: 'Accepted, as a simulation.' }).waitFor()
  await expect.poll(() => hardware.locator('.status').innerText()).toBe('Holds in the simulation')
  expect(await verdict()).toBe('Simulated enclave')
  await development.uncheck()
  await page.locator('.verdict', { hasText: 'Not accepted.' }).waitFor()
})

test('the groups in which a check fails are open, and no others', async () => {
  const evidence = await fetchEvidence(gateway.baseUrl, model)
  await pasteIntoVerify(page, answer)
  await page.locator('.chain-link').first().waitFor({ state: 'detached' })
  await giveEvidence({ ...evidence, nonce: 'ab'.repeat(32) })
  await page.locator('#verdict-word', { hasText: /^Check failed$/ }).waitFor()
  await expect.poll(() => page.locator('.checks > li').count()).toBeGreaterThan(50)
  const drawn = await groups().evaluateAll((all) =>
    all.map((group) => ({
      isOpen: (group as HTMLDetailsElement).open,
      isFailed: group.querySelector('.checks .status-fail') !== null,
    })),
  )
  expect(drawn.some(({ isFailed }) => isFailed)).toBe(true)
  expect(drawn.every(({ isOpen, isFailed }) => isOpen === isFailed)).toBe(true)
})

test('evidence of another day is said to be so, of tomorrow it is refused, and what is none too', async () => {
  const hour = 3_600_000
  const now = Date.now()
  const evidence = await fetchEvidence(gateway.baseUrl, model)
  const open = (time: number) =>
    giveEvidence({ ...evidence, fetchedAt: new Date(time).toISOString() })
  await page.clock.setFixedTime(now + 26 * hour)
  await open(now + 25 * hour)
  await page.locator('.verdict', { hasText: 'evidence from the day of the answer' }).waitFor()
  await open(now + 27 * hour)
  await page.locator('.chain-panel .problem', { hasText: 'in the future' }).waitFor()
  expect(await page.locator('.chain-link').count()).toBe(0)
  await giveEvidence({})
  await page.getByText('This evidence cannot be read').waitFor()
})

test('nobody but the named gateway was asked, and the policy of the page was never broken', () => {
  expect(watched.otherOrigins(gateway.baseUrl)).toEqual([])
  expect(watched.complaints()).toEqual([])
})
