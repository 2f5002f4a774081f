import { contentAround, isBreak, strokeOf } from './formula-ink.ts'
import { insist } from './formula-parts.ts'
import { hasText } from './has-text.ts'
import { isMoved, isMovedInRow, isOddlyPainted, isSeeThrough } from './is-odd-style.ts'
import { drawsMore } from './odd-pseudo-elements.ts'
import { fontSizeOf, pixelsOf, rectOf, styleOf } from './style-of.ts'

/**
 * The letters and the strokes of a formula that is not read otherwise, in no order. Only what is around it is compared
 * then, so nothing else may be drawn with it, and nothing of it anywhere else.
 * @throws {OddFormula} where something is
 */
export function uncomparedFormula(drawn: Element): string {
  const room = fontSizeOf(styleOf(drawn)) / 2
  const rows = rowsOf(drawn)
  let [letters, strokes] = ['', '']
  for (const part of [drawn, ...drawn.querySelectorAll('*')]) {
    if (part.parentElement?.closest('svg') || isBreak(part)) continue
    const isDrawing = part.localName === 'svg'
    const sign = signOf(part)
    if (isDrawing) strokes += isCrossed(part) ? '' : strokeOf(part).text
    else insist(/^(?:span|mjx-.+)$/.test(part.localName))
    letters += sign
    insist(sign !== '' || !drawsMore(part))
    insist(['', '::before'].every((side) => isUnpainted(styleOf(part, side))))
    if (isDrawing || sign !== '' || [...part.childNodes].some(hasText) || hasLine(part)) {
      const { left, right, top, bottom } = seenBoxOf(part)
      insist(
        rows.some(
          (row) =>
            left > row.left - room &&
            right < row.right + room &&
            (top + bottom) / 2 > row.top - room &&
            (top + bottom) / 2 < row.bottom + room,
        ),
      )
    }
  }
  return strokes + (letters + drawn.textContent).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Where its parts may stand: its rows, which push away what is around them, and its number at the end of one. */
function rowsOf(drawn: Element): readonly DOMRect[] {
  return [drawn, ...drawn.children].flatMap((part) => {
    const style = styleOf(part)
    const isNumber = style.position === 'absolute' && isBeside(rectOf(part), drawn)
    insist(isNumber || (!isMoved(style) && !isMovedInRow(style, false)))
    insist(style.transform === 'none')
    insist(['top', 'bottom'].every((side) => pixelsOf(style, `padding-${side}`) < 3))
    return part === drawn ? [] : [...part.getClientRects()]
  })
}

/** Within the row that a formula has of its own. */
function isBeside({ left, right, top, bottom }: DOMRect, drawn: Element): boolean {
  const row = rectOf(drawn)
  return (
    styleOf(drawn).display === 'block' &&
    left > row.left - 1 &&
    right < row.right + 1 &&
    [...drawn.children].some((part) => {
      const other = rectOf(part)
      const isPlaced = styleOf(part).position !== 'absolute'
      return isPlaced && top < other.bottom && bottom > other.top
    })
  )
}

/** The lines through what is cancelled. */
function isCrossed(drawing: Element): boolean {
  const size = fontSizeOf(styleOf(drawing))
  const lines = [...drawing.children]
  return (
    lines.length > 0 &&
    lines.every((line) => {
      const { stroke, color, strokeWidth, strokeDasharray, markerStart, markerEnd } = styleOf(line)
      return (
        line.localName === 'line' &&
        !line.firstChild &&
        stroke === color &&
        Number.parseFloat(strokeWidth) < size / 5 &&
        strokeDasharray + markerStart + markerEnd === 'nonenonenone'
      )
    })
  )
}

/** What MathJax draws instead of a text. */
function signOf(part: Element): string {
  if (part.localName !== 'mjx-c') return ''
  return /^"(.)"(?:none|normal)$/su.exec(contentAround(part))?.[1] ?? ''
}

const isUnpainted = (style: CSSStyleDeclaration) =>
  style.display !== 'list-item' &&
  style.backgroundImage === 'none' &&
  isSeeThrough(style.backgroundColor) &&
  !isOddlyPainted(style, 'clip-path')

const hasLine = (part: Element) => /[1-9]/.test(styleOf(part).borderWidth)

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** A sign that is stretched is cut off at the edges of what is around it, by MathJax 4 above and below alone. */
function seenBoxOf(part: Element): Box {
  const box = rectOf(part)
  const around = part.parentElement
  if (!around || !/^(?:static|relative)$/.test(styleOf(part).position)) return box
  const { overflow, clipPath, fontSize } = styleOf(around)
  if (overflow !== 'visible') return rectOf(around)
  const end = `calc(100% + ${fontSize})`
  const cut = `polygon(-${fontSize} 0px, ${end} 0px, ${end} 100%, -${fontSize} 100%) padding-box`
  if (clipPath !== cut) return box
  const { left, right } = box
  const { top, bottom } = rectOf(around)
  return { left, right, top, bottom }
}
