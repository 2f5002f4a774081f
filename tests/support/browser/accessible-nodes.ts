import type { CDPSession, Page } from 'playwright-core'

export interface AccessibleNode {
  readonly role: string
  readonly name: string
  readonly isFocused: boolean
  readonly isExpanded: boolean
}

/** One for each page: to open another one each time is two thirds of what a look costs. */
const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** All that a screen reader finds in a page, closed shadow roots too. */
export async function accessibleNodes(page: Page): Promise<readonly AccessibleNode[]> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  const { nodes } = await (await session).send('Accessibility.getFullAXTree')
  return nodes.map(({ role, name, properties = [] }) => {
    const is = (what: string) =>
      properties.some((each) => each.name === what && each.value.value === true)
    return {
      role: String(role?.value),
      name: typeof name?.value === 'string' ? name.value : '',
      isFocused: is('focused'),
      isExpanded: is('expanded'),
    }
  })
}
