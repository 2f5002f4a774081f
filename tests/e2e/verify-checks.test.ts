import { askGateway } from '../support/ask-gateway.ts'
import { createHash } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import type { Evidence } from '#shared/document/evidence.ts'
import { untilEnd } from '../support/until-end.ts'
import { fetchEvidence } from '../support/fetch-evidence.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { pasteIntoVerify } from '../support/paste-into-verify.ts'
import { watchPage } from '../support/watch-page.ts'

const model = 'svc-assist-mini'
const gateway = inject('demo')

const browser = await untilEnd(sharedBrowser())
const page = (await watchPage(browser)).page
await page.goto(`${gateway.baseUrl}/verify`)
const answer = await askGateway(gateway.baseUrl, { model })
const digest = (JSON.parse(answer) as { svc: { receipt: { digest: string } } }).svc.receipt.digest
await pasteIntoVerify(page, answer)
await page.locator('#verdict-word', { hasText: /^Simulated enclave$/ }).waitFor()

/** As the browser itself lays it out. */
async function pagesOnPaper(): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

async function giveEvidence(evidence: Evidence): Promise<void> {
  await page.getByLabel('Open evidence.json').setInputFiles({
    name: 'evidence.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(evidence)),
  })
}

const groups = () => page.locator('.check-group')

test('few checks stand open, and many are groups that say how many they are and how the worst came out', async () => {
  expect(await page.locator('.check-group:not([open])').count()).toBe(0)
  await giveEvidence(await fetchEvidence(gateway.baseUrl, model))
  await expect.poll(() => groups().count()).toBe(7)
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
  expect(await pagesOnPaper()).toBeLessThanOrEqual(2)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.checks > li').first().isVisible()).toBe(false)
  const named = await page.locator('.on-paper').innerText()
  expect(named).toContain('pasted text')
  expect(named).toContain(createHash('sha256').update(answer).digest('hex'))
  expect(named).toContain('Checked at')
  expect(named).toContain('Nobody can check a promise.')
  expect(await page.locator('#verdict-word').isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
})

test('on wish each check follows as an annex, where everything is open and nothing can be pressed', async () => {
  await page.getByLabel('With each check as an annex').check()
  expect(await pagesOnPaper()).toBeGreaterThan(2)
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
  expect(await page.locator('.on-paper').innerText()).toContain(digest)
  expect(await page.locator('#verdict-word').isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  await page.getByLabel('With each check as an annex').uncheck()
})

test('the groups in which a check fails are open, and no others', async () => {
  const evidence = await fetchEvidence(gateway.baseUrl, model)
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
