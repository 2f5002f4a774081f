/** How far above a block of code its label may stand, in elements around it. */
const farthest = 3

/** Whether it says above a block of code for which language the page takes it. */
export function isLanguageLabel(element: Element): boolean {
  const { localName, firstElementChild, textContent } = element
  if (firstElementChild !== null || !/^(?:span|div)$/.test(localName)) return false
  const name = textContent.trim().toLowerCase()
  return /^[\w+#.-]{1,24}$/.test(name) && codeBehind(element)?.toLowerCase() === name
}

/** The language of the block that follows next, as its class says. */
function codeBehind(element: Element): string | null {
  let at: Element | null = element
  for (let up = 0; at && up < farthest; up += 1) {
    const next: Element | null = at.nextElementSibling
    const block = next?.matches('pre') ? next : next?.querySelector('pre')
    const code = block?.querySelector('code') ?? block
    if (code) return /(?:^|\s)lang(?:uage)?-(\S+)/.exec(code.className)?.[1] ?? null
    at = at.parentElement
  }
  return null
}
