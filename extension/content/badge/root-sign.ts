import { isSeeThrough } from './is-odd-style.ts'

/** The sign of a root as KaTeX draws it, and the line behind it, by the box that it is drawn into: one low, one higher. */
const known: Readonly<Record<string, string>> = {
  '0 0 400000 1080':
    'M95,702 c-2.7,0,-7.17,-2.7,-13.5,-8c-5.8,-5.3,-9.5,-10,-9.5,-14 c0,-2,0.3,-3.3,1,-4c1.3,-2.7,23.83,-20.7,67.5,-54 c44.2,-33.3,65.8,-50.3,66.5,-51c1.3,-1.3,3,-2,5,-2c4.7,0,8.7,3.3,12,10 s173,378,173,378c0.7,0,35.3,-71,104,-213c68.7,-142,137.5,-285,206.5,-429 c69,-144,104.5,-217.7,106.5,-221 l0 -0 c5.3,-9.3,12,-14,20,-14 H400000v40H845.2724 s-225.272,467,-225.272,467s-235,486,-235,486c-2.7,4.7,-9,7,-19,7 c-6,0,-10,-1,-12,-3s-194,-422,-194,-422s-65,47,-65,47z M834 80h400000v40h-400000z',
  '0 0 400000 1296':
    'M263,681c0.7,0,18,39.7,52,119 c34,79.3,68.167,158.7,102.5,238c34.3,79.3,51.8,119.3,52.5,120 c340,-704.7,510.7,-1060.3,512,-1067 l0 -0 c4.7,-7.3,11,-11,19,-11 H40000v40H1012.3 s-271.3,567,-271.3,567c-38.7,80.7,-84,175,-136,283c-52,108,-89.167,185.3,-111.5,232 c-22.3,46.7,-33.8,70.3,-34.5,71c-4.7,4.7,-12.3,7,-23,7s-12,-1,-12,-1 s-109,-253,-109,-253c-72.7,-168,-109.3,-252,-110,-252c-10.7,8,-22,16.7,-34,26 c-22,17.3,-33.3,26,-34,26s-26,-26,-26,-26s76,-59,76,-59s76,-60,76,-60z M1001 80h400000v40h-400000z',
}

/** Whether it is this sign that is seen, as long as its box is, and nothing else. */
export function isRootSign(drawing: Element): boolean {
  const path = drawing.firstElementChild
  const wanted = known[drawing.getAttribute('viewBox') ?? '']
  if (wanted === undefined || path?.localName !== 'path') return false
  const ink = getComputedStyle(path)
  const seen = /^path\("(.*)"\)$/.exec(ink.getPropertyValue('d'))?.[1]
  const { overflowX, overflowY } = getComputedStyle(drawing)
  return (
    drawing.childNodes.length === 1 &&
    path.childNodes.length === 0 &&
    drawing.getAttribute('preserveAspectRatio') === 'xMinYMin slice' &&
    [overflowX, overflowY].every((overflow) => /^(?:hidden|clip)$/.test(overflow)) &&
    [drawing, path].every(isUnchanged) &&
    ink.stroke === 'none' &&
    /^(?:rgb|color|lab|lch|oklab|oklch)/.test(ink.fill) &&
    !isSeeThrough(ink.fill) &&
    Number(ink.fillOpacity) > 0.3 &&
    seen !== undefined &&
    isSamePath(stepsOf(seen), stepsOf(wanted))
  )
}

function isUnchanged(part: Element): boolean {
  const style = getComputedStyle(part)
  return (
    part.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    Number(style.opacity) > 0.3 &&
    ['transform', 'rotate', 'scale', 'translate', 'clip-path', 'filter', 'mask-image'].every(
      (name) => /^(?:none)?$/.test(style.getPropertyValue(name)),
    ) &&
    style.backgroundImage === 'none' &&
    ['top', 'right', 'bottom', 'left'].every(
      (side) => Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) === 0,
    )
  )
}

interface Step {
  readonly letter: string
  readonly numbers: readonly number[]
}

/** How many numbers each step takes. */
const lengths: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Z: 0 }

/** One for each step, also where its letter is left out, from the corner of the box: browsers write them in ways of their own. */
function stepsOf(path: string): readonly Step[] {
  const steps: Step[] = []
  let [x, y] = [0, 0]
  let start: readonly [number, number] = [0, 0]
  for (const [, written = '', rest = ''] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const letter = written.toUpperCase()
    const given = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
    const length = lengths[letter] ?? 0
    for (let at = 0; at === 0 || at < given.length; at += Math.max(1, length)) {
      const isRelative = letter !== written
      const numbers = given
        .slice(at, at + length)
        .map((number, index) =>
          isRelative ? number + (letter === 'V' || index % 2 === 1 ? y : x) : number,
        )
      if (letter === 'H') x = numbers[0] ?? x
      else if (letter === 'V') y = numbers[0] ?? y
      else if (letter === 'Z') [x, y] = start
      else [x = x, y = y] = numbers.slice(-2)
      if (letter === 'M') start = [x, y]
      steps.push({ letter, numbers })
      if (length === 0) break
    }
  }
  return steps
}

function isSamePath(seen: readonly Step[], wanted: readonly Step[]): boolean {
  return (
    seen.length === wanted.length &&
    wanted.every(({ letter, numbers }, at) => {
      const step = seen[at]
      return (
        step?.letter === letter &&
        step.numbers.length === numbers.length &&
        numbers.every((number, index) => Math.abs(number - (step.numbers[index] ?? NaN)) < 0.01)
      )
    })
  )
}
