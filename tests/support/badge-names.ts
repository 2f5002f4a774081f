import type { Page } from 'playwright-core'
import { accessibleNodes, type AccessibleNode } from './accessible-nodes.ts'

/** What a screen reader says of each badge of a page, from top to bottom; nothing else can read them. */
export async function badgeNames(page: Page): Promise<readonly string[]> {
  return (await badgesOf(page)).map(({ name }) => name)
}

/** Of each, whether its card is open. */
export async function badgesExpanded(page: Page): Promise<readonly boolean[]> {
  return (await badgesOf(page)).map(({ isExpanded }) => isExpanded)
}

async function badgesOf(page: Page): Promise<readonly AccessibleNode[]> {
  const nodes = await accessibleNodes(page)
  return nodes
    .filter(({ role, name }) => role === 'button' && name.startsWith('Countersign: '))
    .map((node) => ({ ...node, name: node.name.slice('Countersign: '.length) }))
}
