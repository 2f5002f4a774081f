import { expect, inject, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { sharedBrowser } from '../support/browser/shared-browser.ts'
import { watchPage } from '../support/browser/watch-page.ts'

const gateway = inject('demo')
const browser = await untilEnd(sharedBrowser())

interface Stated {
  readonly seal_signer: string
  readonly not_promised: readonly { readonly text: string; readonly because: string }[]
}

test('every statement stands there with why it holds, and the signers with their terms and how to check them in a second place', async () => {
  const current = (await (await fetch(`${gateway.baseUrl}/api/limits`)).json()) as Stated
  const retired = {
    address: `0x${'ab'.repeat(20)}`,
    from: '2026-01-01T00:00:00.000Z',
    until: '2026-02-03T04:05:06.000Z',
  }
  const { page, complaints } = await watchPage(browser)
  await page.route('**/api/limits', (route) =>
    route.fulfill({
      json: { ...current, retired_signers: [retired], operator: { name: 'Example <b>Ltd</b>' } },
    }),
  )
  await page.goto(`${gateway.baseUrl}/limits`)
  await page.locator('.statements').waitFor()
  await page.getByText('Run by Example <b>Ltd</b>').waitFor()
  const { not_promised: statements } = current
  expect(statements.length).toBeGreaterThan(3)
  const shown = await page.locator('.statements > li').allInnerTexts()
  expect(shown).toHaveLength(statements.length)
  for (const [index, { text, because }] of statements.entries()) {
    expect(shown[index]).toContain(text)
    expect(because).not.toBe('')
    expect(shown[index]).toContain(`Why: ${because}`)
  }
  const [first, second, ...others] = await page.locator('.plain-table tbody tr').allInnerTexts()
  expect(first).toContain(current.seal_signer)
  expect(first).toContain('in use')
  expect(second?.split('\t')).toEqual([
    retired.address,
    '1 January 2026, 00:00 UTC',
    '3 February 2026, 04:05 UTC',
  ])
  expect(others).toEqual([])
  const text = await page.getByRole('region', { name: 'The signing address' }).innerText()
  expect(text).toContain('take the address twice: from another network')
  expect(text).toContain(`curl -s ${gateway.baseUrl}/api/limits`)
  expect(await page.locator('pre').first().innerText()).toBe(current.seal_signer)
  expect(complaints()).toEqual([])
})
