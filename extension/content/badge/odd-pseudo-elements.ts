import { hasText } from './has-text.ts'
import { isOddlyPainted, isSeeThrough, sides } from './is-odd-style.ts'
import { isFaintWhereMarked } from './is-unseen.ts'
import { pixelsOf, rectOf, styleOf } from './style-of.ts'

/** What style sheets draw within an element besides its words, or of its first words otherwise than of the others. */
export function isOddWithin(element: Element, style: CSSStyleDeclaration): boolean {
  return (
    drawsMore(element) ||
    isOddlyUnfolded(element) ||
    (!/^(?:inline|contents)$/.test(style.display) &&
      /\S/.test(element.textContent) &&
      isFirstOtherwise(element, style)) ||
    isHighlighted(element) ||
    isMarkedAway(element, style)
  )
}

/** As far as style sheets decide how words are drawn that are marked. */
const ofMarks = ['color', '-webkit-text-fill-color', '-webkit-text-stroke-width', 'text-shadow']

/** What is selected, and what an address points at: style sheets say how that is drawn. */
function isMarkedAway(element: Element, style: CSSStyleDeclaration): boolean {
  if (![...element.childNodes].some(hasText)) return false
  const selection = getSelection()
  const isSelected = selection?.isCollapsed === false && selection.containsNode(element, true)
  return ['::target-text', ...(isSelected ? ['::selection'] : [])].some((side) => {
    const mark = styleOf(element, side)
    if (mark.color === '') return false
    if (/line-through|overline/.test(mark.textDecorationLine)) return true
    const isUsual =
      isSeeThrough(mark.backgroundColor) &&
      ofMarks.every((name) => mark.getPropertyValue(name) === style.getPropertyValue(name))
    return !isUsual && (isOddlyPainted(mark) || isFaintWhereMarked(element, mark))
  })
}

/** @param style of what its other words are drawn in */
export function isFirstOtherwise(element: Element, style: CSSStyleDeclaration): boolean {
  return ['::first-letter', '::first-line'].some((side) => isOtherwise(element, side, style))
}

/** Texts of style sheets are on the screen and not in the page. */
export function drawsMore(element: Element): boolean {
  const places = element.localName === 'li' ? [...around, '::marker'] : around
  return (
    places.some((side) => {
      const style = styleOf(element, side)
      const { content } = style
      if (content === '""') return isStroke(style) && /\S/.test(element.textContent)
      return !isNothing(content) && !isPlainSign(element, style)
    }) || hasScrollControls(element)
  )
}

const isNothing = (content: string) => /^(?:none|normal|)$/.test(content)

/** Backticks around code, and quotation marks around a whole paragraph that is quoted, as Tailwind's typography has them. */
function isPlainSign(element: Element, style: CSSStyleDeclaration): boolean {
  const { content, quotes, position, verticalAlign, fontSize } = style
  const own = styleOf(element)
  const isOfCode = content === '"`"' && element.matches(':not(pre)>code')
  const isOfQuoted = /^(?:open|close)-quote$/.test(content) && element.matches('blockquote>p')
  return (
    (isOfCode || (isOfQuoted && own.display === 'block')) &&
    /^(?:auto|["“”‘’ ]+)$/.test(quotes) &&
    `${position} ${verticalAlign} ${fontSize}` === `static baseline ${own.fontSize}` &&
    !isStroke(style) &&
    !isPulled(style)
  )
}

/** Browsers can be told to draw buttons and marks beside what scrolls, with words of the style sheet on them. */
function hasScrollControls(element: Element): boolean {
  const style = styleOf(element)
  if (style.overflow === 'visible') return false
  return (
    /before|after/.test(style.getPropertyValue('scroll-marker-group')) ||
    ['up', 'down', 'left', 'right'].some(
      (side) => !isNothing(styleOf(element, `::scroll-button(${side})`).content),
    ) ||
    barParts.some((part) => styleOf(element, part).backgroundImage !== 'none')
  )
}

const barParts = ['', '-track', '-track-piece', '-thumb', '-button', '-corner'].map(
  (part) => `::-webkit-scrollbar${part}`,
)

/** Around all that is unfolded a style sheet has a box of its own. */
function isOddlyUnfolded(element: Element): boolean {
  if (element.localName !== 'details' || !element.hasAttribute('open')) return false
  const box = styleOf(element, '::details-content')
  const { bottom, right } = rectOf(element)
  return (
    isOddlyPainted(box) ||
    isPulled(box) ||
    box.position !== 'static' ||
    (box.overflow !== 'visible' &&
      [...element.children].some((part) => {
        const inner = rectOf(part)
        return inner.bottom > bottom + 2 || inner.right > right + 2
      }))
  )
}

const around: readonly string[] = ['::before', '::after']

/** One without words that is painted over those of its element. What stands in a row with words may be higher than its line. */
function isStroke(style: CSSStyleDeclaration): boolean {
  const { position, display, backgroundColor, backgroundImage } = style
  const isPainted = isLine(style) || !isSeeThrough(backgroundColor)
  return (
    backgroundImage !== 'none' ||
    isOddlyPainted(style) ||
    (isPainted && (position !== 'static' || display.startsWith('inline') || isPulled(style)))
  )
}

/** Beside words a thin one strikes nothing. */
const isLine = (style: CSSStyleDeclaration) =>
  sides.some((side, at) => pixelsOf(style, `border-${side}-width`) > at % 2)

/** Out of its own room, by whatever way. */
function isPulled(style: CSSStyleDeclaration): boolean {
  const isBack = sides.some((side) => pixelsOf(style, `margin-${side}`) < 0)
  return isBack || style.transform !== 'none' || style.float !== 'none'
}

/** As far as it decides what is read. */
const drawn = [
  'color',
  '-webkit-text-fill-color',
  'font-size',
  'text-transform',
  'font-variant-caps',
  'initial-letter',
]

function isOtherwise(element: Element, side: string, style: CSSStyleDeclaration): boolean {
  const first = styleOf(element, side)
  return (
    drawn.some((name) => first.getPropertyValue(name) !== style.getPropertyValue(name)) ||
    !/^(?:none|underline)$/.test(first.textDecorationLine) ||
    first.float !== 'none' ||
    !['baseline', style.verticalAlign].includes(first.verticalAlign)
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
