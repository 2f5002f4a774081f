import katex from 'katex'
import { compareTexts } from '../../extension/text/compare-texts.ts'
import type { Comparison } from '#shared/judge/state/comparison.ts'
import { katexSheetWithFonts } from './katex-sheet.ts'
import { openDrawing, type Drawing } from './read-drawn.ts'

interface FormulaDrawing extends Drawing {
  /** What comes of a formula that was signed where this is drawn. */
  compare(tex: string, html: string, style?: string): Promise<Comparison>
}

/** A real browser with KaTeX's style sheet and its fonts. */
export async function openFormulas(): Promise<FormulaDrawing> {
  const drawing = await openDrawing()
  await drawing.page.addStyleTag({ content: katexSheetWithFonts })
  await drawing.page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())))
  return {
    ...drawing,
    async compare(tex, html, style) {
      const [shown = ''] = await drawing.readAll([`<p>It is ${html} so.</p>`], style)
      return compareTexts(`It is \\(${tex}\\) so.`, shown)
    },
  }
}

export const drawFormula = (tex: string) => katex.renderToString(tex, { displayMode: true })

/** A style that puts what stands above one another elsewhere, from below. */
export const stackedAt = (of: string, tops: readonly string[]) =>
  tops
    .map((top, at) => `${of} .vlist > span:nth-child(${at + 1}) { top: ${top} !important }`)
    .join(' ')
