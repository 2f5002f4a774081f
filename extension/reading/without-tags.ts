import { scriptSigns } from './script-signs.ts'

/** Elements that change how words are drawn, and no words. */
const inline =
  /^(?:a|abbr|b|big|cite|code|del|em|font|i|img|ins|kbd|mark|picture|q|rp|rt|ruby|s|samp|small|source|span|strike|strong|sub|sup|tt|u|var|wbr)$/i

/** Those that begin and end a line. */
const block =
  /^(?:blockquote|br|caption|center|col|colgroup|dd|details|div|dl|dt|figcaption|figure|h[1-6]|hr|li|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/i

/** Words in it without a value are those of a sentence: a<b and c>d. */
const tag =
  /<!--[\s\S]*?-->|<\/?([A-Za-z][A-Za-z\d-]*)(?:\s+(?:open|[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'=<>`]+)))*\s*\/?>/g

/**
 * The words of HTML within markdown, where a page makes elements of it; null where it has others than of text, whose
 * words a page may leave out.
 */
export function withoutTags(html: string): string | null {
  let isKnown = true
  const rest = html.replaceAll(tag, (all, name = '') => {
    if (block.test(name)) return ' '
    isKnown &&= name === '' || inline.test(name)
    return all.startsWith('</') ? '' : (scriptSigns[name.toLowerCase()] ?? '')
  })
  return isKnown && !/<[A-Za-z!/]/.test(rest) ? rest : null
}
