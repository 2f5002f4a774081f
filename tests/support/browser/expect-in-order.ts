import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkAxe } from './check-axe.ts'
import { checkWidth } from './check-width.ts'

/** Nothing of an own page that is open stands out at the side of it, and axe finds nothing. */
export async function expectInOrder(
  own: Page,
  width: number,
  colours: readonly ('light' | 'dark')[],
): Promise<void> {
  await own.setViewportSize({ width, height: 700 })
  await own.locator('h1').first().waitFor()
  await checkWidth(own, own.url())
  for (const colorScheme of colours) {
    await own.emulateMedia({ colorScheme })
    const rules = colorScheme === 'light' ? [] : ['color-contrast']
    expect(await checkAxe(own, rules), colorScheme).toEqual([])
  }
}
