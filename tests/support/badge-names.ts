import type { Page } from 'playwright-core'

/** What a screen reader says of each badge of a page, from top to bottom; nothing else can read them. */
export async function badgeNames(page: Page): Promise<readonly string[]> {
  const cdp = await page.context().newCDPSession(page)
  try {
    const { nodes } = await cdp.send('Accessibility.getFullAXTree')
    return nodes.flatMap(({ role, name }) => {
      const text: unknown = name?.value
      const isBadge = typeof text === 'string' && text.startsWith('Countersign: ')
      return isBadge && role?.value === 'button' ? [text.slice('Countersign: '.length)] : []
    })
  } finally {
    await cdp.detach()
  }
}
