import { behindLinks, waysToHeadings } from '../added-by-pages.ts'

/** Whether it is what pages write behind the words of a link, or all of a link that leads to the heading that it is in. */
export function isBesideLink({ data, parentElement }: Text): boolean {
  const label = data.trim()
  const link = parentElement?.closest('a') ?? null
  if (link === null) return false
  if (behindLinks.includes(label)) return true
  const isAll = link.textContent.trim() === label
  return isAll && waysToHeadings.includes(label) && link.closest('h1, h2, h3, h4, h5, h6') !== null
}
