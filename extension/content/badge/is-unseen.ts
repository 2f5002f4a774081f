import { parentOf } from './form-proof.ts'
import { isSeeThrough } from './is-odd-style.ts'
import { readColour, type Colour } from './read-colour.ts'
import { fontSizeOf, isContents, rectOf, styleOf } from './style-of.ts'

/** Parts of a whole: fainter than that a reader may not see it. */
const faintest = 0.3
/** As WCAG reckons it; text that is meant to be read has three or more, and small text needs it. */
const leastContrast = ({ fontSize }: CSSStyleDeclaration) =>
  Number.parseFloat(fontSize) < 9 ? 2.5 : 1.4

/** Whether its words are too faint to be seen, or of the colour of what is behind them. */
export function isFaint(element: Element, style: CSSStyleDeclaration, isWhole: boolean): boolean {
  const isThin = isWhole || Number(style.opacity) < 1
  if (isThin && opacityAround(element) < faintest) return true
  // MathJax has its letters in style sheets.
  const isFormula = element.localName === 'mjx-container'
  if (!isFormula && !/\S/.test(element.textContent)) return false
  const parent = parentOf(element)
  const around = parent && styleOf(parent)
  const isAsAround =
    !isWhole &&
    !isFormula &&
    around !== null &&
    inkOf(around) === inkOf(style) &&
    (isContents(style) || isSeeThrough(style.backgroundColor))
  if (isAsAround) return false
  return isFaintOn(style, backgroundOf(element))
}

function isFaintOn(style: CSSStyleDeclaration, behind: Colour): boolean {
  return contrast(over(readColour(inkOf(style)), behind), behind) < leastContrast(style)
}

/** Whether words of an element would be too faint where they are marked, as what is selected is. */
export function isFaintWhereMarked(element: Element, mark: CSSStyleDeclaration): boolean {
  return isFaintOn(mark, over(readColour(mark.backgroundColor), backgroundOf(element)))
}

const inkOf = (style: CSSStyleDeclaration) =>
  style.getPropertyValue('-webkit-text-fill-color') || style.color

function opacityAround(element: Element): number {
  let all = 1
  for (let at: Element | null = element; at; at = parentOf(at)) {
    all *= Number(styleOf(at).opacity)
  }
  return all
}

/** Without pictures, of which nothing is known. */
function backgroundOf(element: Element): Colour {
  const layers: Colour[] = []
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const style = styleOf(at)
    if (isContents(style)) continue
    const layer = readColour(style.backgroundColor)
    layers.push(layer)
    if (layer[3] > 0.99) break
  }
  return layers.reduceRight((below, layer) => over(layer, below), paper())
}

/** What browsers paint where a page paints nothing. */
function paper(): Colour {
  const { colorScheme } = styleOf(document.documentElement)
  const isDark =
    colorScheme.includes('dark') &&
    (!colorScheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches)
  return isDark ? [18, 18, 18, 1] : [255, 255, 255, 1]
}

function over([red, green, blue, alpha]: Colour, below: Colour): Colour {
  const mix = (top: number, under: number) => top * alpha + under * (1 - alpha)
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1]
}

function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Whether what is around a part, as far as its reader can scroll in, shows only some of it. */
export function isCutAround(part: Element): boolean {
  const { left, top } = rectOf(part)
  // With what stands out of it.
  const right = left + Math.max(rectOf(part).width, part.scrollWidth)
  const bottom = top + Math.max(rectOf(part).height, part.scrollHeight)
  for (let at = parentOf(part); at && at !== document.body; at = parentOf(at)) {
    const { overflowX, overflowY, display, fontSize } = styleOf(at)
    if (/^(?:inline|contents)$/.test(display)) continue
    const around = rectOf(at)
    const room = Number.parseFloat(fontSize) * 0.7
    const isOver =
      (/hidden|clip/.test(overflowY) &&
        (bottom - around.bottom > room || around.top - top > room)) ||
      (/hidden|clip/.test(overflowX) && (right - around.right > room || around.left - left > room))
    if (isOver) return true
    if (/auto|scroll/.test(overflowX + overflowY)) return false
  }
  return false
}

/** Whether a box shows only some of what is in it, and its reader cannot scroll to the rest. */
export function isCut(element: Element, style: CSSStyleDeclaration): boolean {
  if (/^(?:inline|contents)$/.test(style.display) || !/\S/.test(element.textContent)) return false
  const size = fontSizeOf(style)
  const { clientHeight, clientWidth, scrollHeight, scrollWidth } = element
  const isClosed = /paint|strict|content/.test(style.contain)
  const cuts = (overflow: string) => isClosed || /hidden|clip/.test(overflow)
  const [x, y] = [cuts(style.overflowX), cuts(style.overflowY)]
  // Its reader may scroll in it, and not see that there is something.
  if (/auto|scroll/.test(style.overflowY) && clientHeight < size * 0.8) return true
  if (!x && !y) return false
  if (y && scrollHeight - clientHeight > size * 0.7) return true
  if (x && scrollWidth - clientWidth > size * 0.3) return true
  const { left, top } = rectOf(element)
  return [...element.childNodes].some((node) => {
    const box = boxOf(node)
    return box !== null && ((y && top - box.top > size / 2) || (x && left - box.left > size / 5))
  })
}

function boxOf(node: Node): DOMRect | null {
  if (!/\S/.test(node.textContent ?? '')) return null
  const range = document.createRange()
  range.selectNode(node)
  const box = node instanceof Element ? rectOf(node) : rectOf(range)
  return box.width === 0 || box.height === 0 ? null : box
}
