import { rectOf } from './style-of.ts'

/** Whether lines of code are set in as they are written. They are told of in their order. */
interface CodeIndents {
  words(text: Text): void
  lineEnd(): void
  /** What follows is other code. */
  end(): void
  areKept(): boolean
}

/** In pixels. */
const mostOff = 3

export function followCodeIndents(): CodeIndents {
  const lefts = new Map<string, number>()
  /** Of the line; null behind its first sign. */
  let indent: string | null = ''
  let areKept = true

  function note(written: string, left: number): void {
    for (const [other, at] of lefts) {
      if (other === written) areKept &&= Math.abs(at - left) < mostOff
      else if (written.startsWith(other)) areKept &&= left - at > mostOff
      else if (other.startsWith(written)) areKept &&= at - left > mostOff
    }
    if (!lefts.has(written)) lefts.set(written, left)
  }

  return {
    end() {
      lefts.clear()
      indent = ''
    },
    lineEnd() {
      indent = ''
    },
    words(text) {
      for (const { 0: found, index } of text.data.matchAll(/\n|[^\S\n]+|\S+/g)) {
        if (found === '\n') indent = ''
        else if (indent === null) continue
        else if (/\s/.test(found)) indent += found
        else {
          const sign = document.createRange()
          sign.setStart(text, index)
          sign.setEnd(text, index + 1)
          note(indent, rectOf(sign).left)
          indent = null
        }
      }
    },
    areKept: () => areKept,
  }
}
