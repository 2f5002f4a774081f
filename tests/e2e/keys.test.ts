import { expect, onTestFinished, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { adminHere } from '../support/gateway/admin-here.ts'
import { configFor } from '../support/gateway/gateway-config.ts'
import { sharedBrowser } from '../support/browser/shared-browser.ts'
import { startGatewayHere } from '../support/gateway/start-gateway-here.ts'
import { watchPage } from '../support/browser/watch-page.ts'

const gateway = await untilEnd(startGatewayHere({ config: configFor('http://127.0.0.1:1/v1') }))
const browser = await untilEnd(sharedBrowser())

test('a key is made, copied, given a plan by a voucher once, replaced and ended, and is kept nowhere', async () => {
  const { page, complaints } = await watchPage(browser)
  await page.goto(`${gateway.baseUrl}/keys`)
  // It is shown even when nothing more can be asked.
  await page.route('**/api/keys/self', (route) => route.abort())
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByText('could not be reached').waitFor()
  const shown = page.locator('pre')
  const key = await shown.innerText()
  expect(key).toMatch(/^sk-csn-[\w-]{43}$/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  onTestFinished(() => page.context().clearPermissions())
  await page.getByRole('button', { name: 'Copy the key' }).click()
  await page.getByText('Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('left in this minute').waitFor()
  const plan = page.locator('dt', { hasText: 'Plan' }).locator('+ dd')
  expect(await plan.innerText()).toBe('free')
  const voucher = ['voucher', '--plan', 'paid', '--days', '30']
  const { stdout } = await adminHere(gateway.dataDir, voucher)
  const redeem = async (outcome: string) => {
    await page.locator('#voucher').fill(/CSNV-[0-9A-Z-]+/.exec(stdout)?.[0] ?? '')
    await page.getByRole('button', { name: 'Redeem' }).click()
    await page.getByRole('status').getByText(outcome).waitFor()
    await expect.poll(() => plan.innerText()).toMatch(/^paid, until /)
  }
  await redeem('The voucher is redeemed.')
  await page.getByRole('button', { name: 'Replace' }).click()
  await page.getByRole('button', { name: 'Replace it' }).click()
  await page.getByText('The old key no longer works.').waitFor()
  const rotated = await shown.innerText()
  expect(rotated).not.toBe(key)
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  )
  expect(stored).not.toContain('sk-csn-')
  expect(complaints().filter((text) => !text.includes('net::ERR_FAILED'))).toEqual([])
  await redeem('Somebody has redeemed this voucher already.')

  await page.reload()
  await page.getByRole('button', { name: 'Make a key' }).waitFor()
  expect(await page.content()).not.toContain(rotated)
  const take = async () => {
    await page.locator('#key-text').fill(rotated)
    await page.getByRole('button', { name: 'Show what it may do' }).click()
  }
  await take()
  await page.getByText('left in this minute').waitFor()
  expect(await page.locator('pre').count()).toBe(0)
  expect(await page.content()).not.toContain(rotated)
  await page.getByRole('button', { name: 'End' }).click()
  await page.getByRole('button', { name: 'End it' }).click()
  await page.getByText('The key has ended.').waitFor()
  await take()
  await page.locator('.problem').waitFor()
})
