import { expect, inject, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { sharedBrowser } from '../support/browser/shared-browser.ts'
import { watchPage } from '../support/browser/watch-page.ts'

// What each model would be delivered in now, for people.

interface Listed {
  readonly id: string
  readonly svc: { readonly mode: string | null; readonly plan: string | null }
}

const gateway = inject('demo')

const browser = await untilEnd(sharedBrowser())

const titles: Readonly<Record<string, string>> = {
  e2ee: 'Encrypted to enclave',
  tee: 'Attested enclave',
  private: 'Private',
  anonymized: 'Anonymized',
}

test('each model stands once, below the mode that the gateway would deliver it in now, or is said to be out of reach', async () => {
  const list = await (await fetch(`${gateway.baseUrl}/v1/models`)).json()
  const { data } = list as { readonly data: readonly Listed[] }
  expect(new Set(data.map(({ svc }) => svc.mode)).size).toBeGreaterThan(2)
  const { page, complaints } = await watchPage(browser)
  const away = { id: 'svc-away', svc: { mode: null, modes: ['private'], plan: null } }
  await page.route('**/v1/models', (route) => route.fulfill({ json: { data: [...data, away] } }))
  await page.goto(`${gateway.baseUrl}/catalogue/`)
  await page.locator('.catalogue li').first().waitFor()
  await expect.poll(() => page.locator('.catalogue li').count()).toBe(data.length + 1)
  for (const { id, svc } of data) {
    const section = page.getByRole('region', { name: titles[svc.mode ?? ''] ?? '', exact: true })
    const row = section.locator('li', { has: page.getByText(id, { exact: true }) })
    expect(await row.innerText(), id).toContain(
      svc.plan === null ? 'for everybody' : 'needs a plan',
    )
  }
  // The demo's enclave is a program.
  const enclave = page.getByRole('region', { name: 'Attested enclave' })
  expect(await enclave.innerText()).toContain('simulated and proves nothing about hardware')
  const section = page.getByRole('region', { name: 'Not available right now' })
  expect(await section.innerText()).toMatch(/cannot reach these models .*svc-away.*also private/s)
  expect(complaints()).toEqual([])
  await page.route('**/v1/models', (route) => route.abort())
  await page.reload()
  await page.locator('.problem').waitFor()
  expect(await page.locator('.catalogue').count()).toBe(0)
})
