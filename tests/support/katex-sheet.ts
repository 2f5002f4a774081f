import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const address = import.meta.resolve('katex/dist/katex.min.css')

/** KaTeX's style sheet, whose fonts a page of a test cannot load. */
export const katexSheet = readFileSync(fileURLToPath(address), 'utf8')

/** The same with its fonts in it. */
export const katexSheetWithFonts = katexSheet.replaceAll(
  /url\((fonts\/[^)]*\.woff2)\)/g,
  (_, file: string) => {
    const font = readFileSync(fileURLToPath(new URL(file, address))).toString('base64')
    return `url(data:font/woff2;base64,${font})`
  },
)
