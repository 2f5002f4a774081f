import type { Page } from 'playwright-core'
import { accessibleNodes } from '../browser/accessible-nodes.ts'

/** What a screen reader says of each badge of a page, from top to bottom; nothing else can read them. */
export async function badgeNames(page: Page): Promise<readonly string[]> {
  const nodes = await accessibleNodes(page)
  return nodes
    .filter(({ role, name }) => role === 'button' && name.startsWith('Countersign: '))
    .map(({ name }) => name.slice('Countersign: '.length))
}
