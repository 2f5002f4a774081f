import type { Page } from 'playwright-core'
import { accessibleNodes } from '../browser/accessible-nodes.ts'

/** Presses Tab until what has this name has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = []
  while (passed.length < 20) {
    await page.keyboard.press('Tab')
    const nodes = await accessibleNodes(page)
    const at = nodes.find((node) => node.isFocused && node.role !== 'RootWebArea')?.name ?? ''
    if (name.test(at)) return
    passed.push(at)
  }
  throw new Error(`${name} was not come to; there was ${passed.join(', ')}`)
}

/** Opens the card of a page's only badge by the keyboard. */
export async function openCard(page: Page): Promise<void> {
  await tabTo(page, /^Countersign: /)
  await page.keyboard.press('Enter')
}

/** The texts of a page, and of what the extension draws in it. */
export async function readTexts(page: Page): Promise<readonly string[]> {
  const nodes = await accessibleNodes(page)
  return nodes.filter(({ role }) => role === 'StaticText').map(({ name }) => name)
}
