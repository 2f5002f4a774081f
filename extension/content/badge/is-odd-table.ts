/** How the parts of a table are drawn that stand in the order of the page. */
const displays: Readonly<Record<string, RegExp>> = {
  // Front-ends let wide ones scroll.
  table: /^(?:table|block)$/,
  thead: /^table-header-group$/,
  tbody: /^table-row-group$/,
  tr: /^table-row$/,
  td: /^table-cell$/,
  th: /^table-cell$/,
}

/** A table that reads otherwise than its rows and cells follow one another; or what is drawn as a part of one. */
export function isOddTable(element: Element, style: CSSStyleDeclaration): boolean {
  const { localName } = element
  const drawn = displays[localName]
  if (drawn === undefined) return /^table-(?:header|footer|caption|column)/.test(style.display)
  if (!drawn.test(style.display) || style.direction !== 'ltr') return true
  if (localName !== 'table') return element.closest('table') === null || spans(element)
  const [first, ...others] = element.children
  return (
    element.querySelector('caption, col, colgroup, tfoot, table') !== null ||
    others.some((part) => part.localName === 'thead') ||
    (first !== undefined && !/^(?:thead|tbody)$/.test(first.localName))
  )
}

function spans(part: Element): boolean {
  return part.hasAttribute('rowspan') || part.hasAttribute('colspan')
}
