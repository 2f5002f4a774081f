import { fontSizeOf, pixelsOf } from './style-of.ts'

/** What no page needs to draw a text, and what can make another one of the same characters, or none. */
const plain: Readonly<Record<string, RegExp>> = {
  'clip-path': /^none$/,
  clip: /^auto$/,
  filter: /^none$/,
  'mask-image': /^(?:none(?:, none)*)$/,
  '-webkit-mask-box-image-source': /^none$/,
  'mix-blend-mode': /^normal$/,
  'content-visibility': /^(?:visible|auto)$/,
  'writing-mode': /^horizontal-tb$/,
  'text-emphasis-style': /^none$/,
  'hyphenate-character': /^auto$/,
  'font-variant-caps': /^normal$/,
  'font-variant-position': /^normal$/,
  'font-variant-numeric': /^(?!.*(?:fractions|ordinal))/,
  'font-feature-settings':
    /^(?!.*"(?:su[pb]s|sinf|smcp|c2sc|[pc]cap|c2pc|unic|titl|a?frc|frac|ordn|numr|dnom)")/,
  scale: /^(?:none|1)$/,
  rotate: /^(?:none|0deg)$/,
  translate: /^(?:none|0px)$/,
  'offset-path': /^none$/,
  'backdrop-filter': /^none$/,
  'border-image-source': /^none$/,
}

/**
 * Whether signs are painted otherwise than they are written, wherever they stand: faded, turned, covered, or with more
 * than they are.
 * @param except the property that is looked at elsewhere
 */
export function isOddlyPainted(style: CSSStyleDeclaration, except = ''): boolean {
  const size = fontSizeOf(style)
  const inSizes = (name: string) => (pixelsOf(style, name) || 0) / size
  return (
    Object.entries(plain).some(
      ([name, usual]) => name !== except && isOther(style.getPropertyValue(name), usual),
    ) ||
    style.unicodeBidi.includes('override') ||
    isOther(style.getPropertyValue('-webkit-text-security'), /^none$/) ||
    isSeeThrough(style.color) ||
    isSeeThrough(style.getPropertyValue('-webkit-text-fill-color')) ||
    isStroked(style, inSizes('-webkit-text-stroke-width')) ||
    isBeside(style.textShadow, size) ||
    style.textDecorationLine.includes('overline') ||
    inSizes('text-underline-offset') < 0 ||
    (style.outlineStyle !== 'none' &&
      isOverOthers(inSizes('outline-offset'), inSizes('outline-width'))) ||
    casts(style.boxShadow, size) ||
    inSizes('text-decoration-thickness') > 0.4 ||
    inSizes('letter-spacing') < -0.15 ||
    inSizes('word-spacing') + Math.min(0, inSizes('letter-spacing')) < -0.1
  )
}

/** Whether an element paints all that is within it otherwise; where it scrolls it may fade it out at its ends. */
export function hidesWithin(style: CSSStyleDeclaration): boolean {
  const usual = new Map([
    ['clip-path', plain['clip-path']],
    ['clip', plain['clip']],
    ['mix-blend-mode', plain['mix-blend-mode']],
    // As pages are turned dark.
    ['filter', /^(?:none|invert\(1\)(?: hue-rotate\(180deg\))?)$/],
    [
      'mask-image',
      /auto|scroll/.test(style.overflowY)
        ? /^(?:none|linear-gradient\((?:to top|rgb).*)$/
        : plain['mask-image'],
    ],
  ])
  return [...usual].some(([name, is = /^/]) => isOther(style.getPropertyValue(name), is))
}

/** Of another colour than the signs it leaves less of them. */
function isStroked(style: CSSStyleDeclaration, width: number): boolean {
  const of = (name: string) => style.getPropertyValue(`-webkit-text-${name}-color`)
  return width > 0.1 || (width > 0 && of('stroke') !== of('fill'))
}

/** Outlines are painted over whatever is around them, and over what is in them. */
function isOverOthers(offset: number, width: number): boolean {
  return offset < -0.2 || offset + width > 0.35 || width > 0.2
}

/** A shadow as thick as paint, which covers what is around its box. */
function casts(shadow: string, size: number): boolean {
  if (shadow === '' || shadow === 'none') return false
  return shadow.split(/,(?![^(]*\))/).some((each) => {
    const [right = 0, down = 0, , spread = 0] = [...each.matchAll(/(-?[\d.]+)px/g)].map(([, px]) =>
      Number(px),
    )
    const colour = /^\s*([a-z-]+\(.*?\)|[a-z]+)/.exec(each)?.[1] ?? ''
    return (
      opacityOf(colour) > 0.5 && Math.max(Math.abs(right), Math.abs(down)) + spread > size * 0.2
    )
  })
}

/** One that the browser does not know is empty. */
function isOther(value: string, usual: RegExp): boolean {
  return value !== '' && !usual.test(value)
}

export function isSeeThrough(colour: string): boolean {
  return opacityOf(colour) < 0.1
}

/** As in `rgba(0, 0, 0, 0)` and `oklch(0.5 0 0 / 0)`. */
function opacityOf(colour: string): number {
  const alpha = /(?:rgba\(.*,|\/)\s*([\d.]+)(%?)\s*\)$/.exec(colour)
  return alpha === null ? 1 : Number(alpha[1]) / (alpha[2] === '%' ? 100 : 1)
}

/** A shadow of signs that stands beside them is signs again, and one of a box may be a line through them. */
function isBeside(shadow: string, size: number): boolean {
  if (shadow === '' || shadow === 'none') return false
  return shadow.split(/,(?![^(]*\))/).some((each) => {
    const [right = 0, down = 0] = [...each.matchAll(/(-?[\d.]+)px/g)].map(([, px]) => Number(px))
    return Math.abs(right) > size / 4 || Math.abs(down) > size / 4
  })
}

export const sides: readonly string[] = ['top', 'right', 'bottom', 'left']

/** Whether an element stands elsewhere than where its words are read, or its letters and words over one another. */
export function isMoved(style: CSSStyleDeclaration): boolean {
  const size = fontSizeOf(style)
  const inSizes = (name: string) => (pixelsOf(style, name) || 0) / size
  const [, , , , right = 0, down = 0] =
    style.transform.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? []
  return (
    /absolute|fixed/.test(style.position) ||
    style.float !== 'none' ||
    (style.position === 'relative' && sides.some((side) => Math.abs(inSizes(side)) > 0.15)) ||
    Math.abs(right) > size ||
    Math.abs(down) > size / 4 ||
    sides.some((side) => inSizes(`margin-${side}`) < -3) ||
    ['row-start', 'row-end', 'column-start', 'column-end'].some((edge) =>
      isOther(style.getPropertyValue(`grid-${edge}`), /^(?:auto|span.*)$/),
    )
  )
}

/** The same for what stands in one row with others, which it can be drawn over, or raised above. */
export function isMovedInRow(style: CSSStyleDeclaration, hasWords: boolean): boolean {
  const size = fontSizeOf(style)
  return (
    sides.some((side) => {
      const margin = pixelsOf(style, `margin-${side}`)
      return margin < -0.3 * size
    }) ||
    style.boxShadow.includes('inset') ||
    isBeside(style.boxShadow, size) ||
    (hasWords && !/^(?:baseline|middle|sub|super|0px|0%)$/.test(style.verticalAlign))
  )
}
