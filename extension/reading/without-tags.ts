import { scriptSigns } from './script-signs.ts'

/** Elements that change how words are drawn, and no words. */
const known =
  /^(?:a|abbr|b|big|blockquote|br|caption|center|cite|code|col|colgroup|dd|del|details|dfn|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|picture|pre|q|rp|rt|ruby|s|samp|section|small|source|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|wbr)$/i

const tag = /<!--[\s\S]*?-->|<\/?([A-Za-z][A-Za-z\d-]*)(?:\s[^<>]*)?\/?>/g

/**
 * The words of HTML within markdown, where a page makes elements of it; null where it has others than of text, whose
 * words a page may leave out.
 */
export function withoutTags(html: string): string | null {
  let isKnown = true
  const rest = html.replaceAll(tag, (all, name: string | undefined) => {
    isKnown &&= name === undefined || known.test(name)
    return all.startsWith('</') ? '' : (scriptSigns[name?.toLowerCase() ?? ''] ?? '')
  })
  return isKnown && !/<[A-Za-z!/]/.test(rest) ? rest : null
}
