/** Which signs are taken for those of formulas: every pair of dollars, those alone that cannot be money, or none. */
export type Dollars = 'all' | 'careful' | 'none'

/** Code as it is, and LaTeX's own brackets as dollars. */
const brackets =
  /(^ {0,3}(?:```|~~~)[\s\S]*?^ {0,3}(?:```|~~~)[ \t]*$|`[^`\n]*`)|\\\[([^]{1,4000}?)\\\]|\\\(([^\n]{1,1000}?)\\\)/gm

/** A pair that is drawn by those who know of money: no space within its ends, and no digit behind it. */
const pair =
  /(^ {0,3}(?:```|~~~)[\s\S]*?^ {0,3}(?:```|~~~)[ \t]*$|`[^`\n]*`|\$\$[^]*?\$\$|\\\$)|\$(?=\S)((?:\\\$|[^$\n])*?[^\s\\$])\$(?!\d)|\$/gm

/** The same text with all its formulas in dollars, and with no other dollar that could be taken for a sign of one. */
export function inDollars(text: string, dollars: Exclude<Dollars, 'none'>): string {
  const careful =
    dollars === 'all'
      ? text
      : text.replaceAll(pair, (all, kept: string | undefined, inner: string | undefined) =>
          kept === undefined && inner === undefined ? `\\${all}` : all,
        )
  return careful.replaceAll(brackets, (all, _code, block: string | undefined, span: string) => {
    if (block !== undefined) return `\n$$\n${block.trim()}\n$$\n`
    return span === undefined ? all : `$${span.trim()}$`
  })
}
