import { isSeeThrough } from './is-odd-style.ts'

/** What style sheets draw within an element besides its words, or of its first words otherwise than of the others. */
export function isOddWithin(element: Element, style: CSSStyleDeclaration): boolean {
  return (
    drawsMore(element) ||
    (!/^(?:inline|contents)$/.test(style.display) &&
      /\S/.test(element.textContent) &&
      ['::first-letter', '::first-line'].some((side) => isOtherwise(element, side, style))) ||
    isHighlighted(element)
  )
}

/** Texts of style sheets are on the screen and not in the page. */
export function drawsMore(element: Element): boolean {
  const sides = element.localName === 'li' ? [...around, '::marker'] : around
  return sides.some((side) => {
    const style = getComputedStyle(element, side)
    const { content } = style
    if (content === '""') return isStroke(style) && /\S/.test(element.textContent)
    return !/^(?:none|normal|)$/.test(content)
  })
}

const around: readonly string[] = ['::before', '::after']

/** One without words that is painted over those of its element. */
function isStroke(style: CSSStyleDeclaration): boolean {
  const { position, backgroundColor, backgroundImage, borderTopWidth, borderBottomWidth } = style
  const isLine = [borderTopWidth, borderBottomWidth].some((width) => width !== '0px')
  return (
    backgroundImage !== 'none' ||
    (/absolute|fixed/.test(position) && (isLine || !isSeeThrough(backgroundColor)))
  )
}

/** As far as it decides what is read. */
const drawn = [
  'color',
  '-webkit-text-fill-color',
  'font-size',
  'text-transform',
  'font-variant-caps',
]

function isOtherwise(element: Element, side: string, style: CSSStyleDeclaration): boolean {
  const first = getComputedStyle(element, side)
  return (
    drawn.some((name) => first.getPropertyValue(name) !== style.getPropertyValue(name)) ||
    !/^(?:none|underline)$/.test(first.textDecorationLine) ||
    first.float !== 'none' ||
    first.verticalAlign !== 'baseline'
  )
}

/** By a script of the page, which may mark words in any way that hides them, or strikes them. */
function isHighlighted(element: Element): boolean {
  const { highlights } = CSS
  if (!highlights || highlights.size === 0) return false
  return [...highlights.values()].some((marked) =>
    [...marked].some((range) => range instanceof Range && range.intersectsNode(element)),
  )
}
