import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { configFor } from '../support/gateway-config.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { startGatewayHere } from '../support/start-gateway-here.ts'
import { watchPage } from '../support/watch-page.ts'

const gateway = await untilEnd(startGatewayHere({ config: configFor('http://127.0.0.1:1/v1') }))
const browser = await untilEnd(sharedBrowser())

test('a key is made, rotated and revoked', async () => {
  const { page, complaints } = await watchPage(browser)
  await page.goto(`${gateway.baseUrl}/keys`)
  await page.getByRole('button', { name: 'Make a key' }).click()
  const shown = page.locator('pre')
  await shown.waitFor()
  const key = await shown.innerText()
  expect(key).toMatch(/^sk-csn-[\w-]{43}$/)
  await page.getByText('left in this minute').waitFor()
  await page.getByRole('button', { name: 'Replace' }).click()
  await page.getByRole('button', { name: 'Replace it' }).click()
  await page.getByText('The old key no longer works.').waitFor()
  const rotated = await shown.innerText()
  expect(rotated).not.toBe(key)
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  )
  expect(stored).not.toContain('sk-csn-')
  await page.getByRole('button', { name: 'End' }).click()
  await page.getByRole('button', { name: 'End it' }).click()
  await page.getByText('The key has ended.').waitFor()
  await page.locator('#key-text').fill(rotated)
  expect(complaints()).toEqual([])
  await page.getByRole('button', { name: 'Show what it may do' }).click()
  await page.locator('.problem').waitFor()
})

test('a key that was made is shown, and copied by a click, even when nothing more can be asked', async () => {
  const { page } = await watchPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.route('**/api/keys/self', (route) => route.abort())
  await page.goto(`${gateway.baseUrl}/keys`)
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByText('could not be reached').waitFor()
  const key = await page.locator('pre').innerText()
  expect(key).toMatch(/^sk-csn-[\w-]{43}$/)
  await page.getByRole('button', { name: 'Copy the key' }).click()
  await page.getByText('Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await page.close()
})

test('a key is shown once: not after a reload, and not when it is typed', async () => {
  const { page } = await watchPage(browser)
  await page.goto(`${gateway.baseUrl}/keys`)
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.locator('pre').waitFor()
  const key = await page.locator('pre').innerText()
  await page.getByText('left in this minute').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Make a key' }).waitFor()
  expect(await page.content()).not.toContain(key)
  await page.locator('#key-text').fill(key)
  await page.getByRole('button', { name: 'Show what it may do' }).click()
  await page.getByText('left in this minute').waitFor()
  expect(await page.locator('pre').count()).toBe(0)
  expect(await page.content()).not.toContain(key)
  await page.close()
})

test('a voucher is redeemed once, and raises the plan that is shown', async () => {
  const admin = ['server/commands/admin/main.ts', 'voucher', '--plan', 'paid', '--days', '30']
  const environment = { ...process.env, DATA_DIR: gateway.dataDir }
  const printed = execFileSync(process.execPath, admin, { env: environment, encoding: 'utf8' })
  const [code = ''] = /CSNV-[0-9A-Z-]+/.exec(printed) ?? []
  const { page } = await watchPage(browser)
  await page.goto(`${gateway.baseUrl}/keys`)
  await page.getByRole('button', { name: 'Make a key' }).click()
  const plan = page.locator('dt', { hasText: 'Plan' }).locator('+ dd')
  await expect.poll(() => plan.innerText()).toBe('free')
  for (const outcome of [
    'The voucher is redeemed.',
    'Somebody has redeemed this voucher already.',
  ]) {
    await page.locator('#voucher').fill(code)
    await page.getByRole('button', { name: 'Redeem' }).click()
    await page.getByRole('status').getByText(outcome).waitFor()
    await expect.poll(() => plan.innerText()).toMatch(/^paid, until /)
  }
  await page.close()
})
