/** Red, green and blue from 0 to 255, and from 0 to 1 how much of what is behind is covered. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number]

/** Colours are few in a page, and are asked for again and again. */
const known = new Map<string, Colour>()
const mostKnown = 1_000

let canvas: OffscreenCanvasRenderingContext2D | null = null

/** A colour as a browser computes it, in whatever notation: `oklch()` and its like as it paints them. */
export function readColour(computed: string): Colour {
  const colour = known.get(computed) ?? paint(computed)
  if (known.size >= mostKnown) known.clear()
  known.set(computed, colour)
  return colour
}

function paint(computed: string): Colour {
  const parts = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(computed)
  if (parts) {
    const [red = 0, green = 0, blue = 0, alpha = 1] = parts
      .slice(1)
      .map((part) => (part === undefined ? 1 : Number(part)))
    return [red, green, blue, alpha]
  }
  canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (canvas === null) return [0, 0, 0, 0]
  canvas.clearRect(0, 0, 1, 1)
  canvas.fillStyle = computed
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data
  return [red, green, blue, alpha / 255]
}
