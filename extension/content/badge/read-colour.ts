/** Red, green and blue from 0 to 255, and how much of what is behind is covered, from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number]

/**
 * A colour as a browser computes it, in whatever notation: `oklch()` and its like are brought to sRGB by the
 * browser itself.
 * @param probe an element that nobody sees, for the browser to compute in
 */
export function readColour(computed: string, probe: HTMLElement): Colour {
  if (computed.startsWith('rgb')) return colourOf(computed, 1)
  probe.style.color = ''
  probe.style.color = `color-mix(in srgb, ${computed}, ${computed})`
  const { color } = getComputedStyle(probe)
  return color.startsWith('rgb') ? colourOf(color, 1) : colourOf(color, 255)
}

function colourOf(text: string, most: number): Colour {
  const numbers = text.slice(text.indexOf('(')).match(/-?[\d.]+(?:e[-+]?\d+)?/g) ?? []
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers.map(Number)
  return [red * most, green * most, blue * most, alpha]
}
