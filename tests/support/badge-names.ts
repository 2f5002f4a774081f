import type { Page } from 'playwright-core'

/** What a screen reader says of each badge of a page, from top to bottom; nothing else can read them. */
export async function badgeNames(page: Page): Promise<readonly string[]> {
  return (await badgesOf(page)).map(({ name }) => name)
}

/** Of each, whether its card is open. */
export async function badgesExpanded(page: Page): Promise<readonly boolean[]> {
  return (await badgesOf(page)).map(({ isExpanded }) => isExpanded)
}

async function badgesOf(
  page: Page,
): Promise<readonly { readonly name: string; readonly isExpanded: boolean }[]> {
  const cdp = await page.context().newCDPSession(page)
  try {
    const { nodes } = await cdp.send('Accessibility.getFullAXTree')
    return nodes.flatMap(({ role, name, properties = [] }) => {
      const text: unknown = name?.value
      return role?.value === 'button' &&
        typeof text === 'string' &&
        text.startsWith('Countersign: ')
        ? [
            {
              name: text.slice('Countersign: '.length),
              isExpanded: properties.some(
                (each) => each.name === 'expanded' && each.value.value === true,
              ),
            },
          ]
        : []
    })
  } finally {
    await cdp.detach()
  }
}
