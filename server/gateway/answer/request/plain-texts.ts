const QUOTE = 0x22
const BACKSLASH = 0x5c

/** What may follow a backslash where RFC 8785 writes the same. A letter written as its number may also be half of one. */
const escaped = new Uint8Array(256)
for (const character of '"\\bfnrt') escaped[character.charCodeAt(0)] = 1

/** What stands for itself. */
const plain = new Uint8Array(256).fill(1, 0x20)
plain[QUOTE] = 0
plain[BACKSLASH] = 0

/**
 * Those texts that JSON allows as they stand, and that RFC 8785 writes in the same way.
 * @param bytes UTF-8
 * @param texts where each begins and ends, in turn, without their quotes
 */
export function plainTexts(bytes: Uint8Array, texts: readonly number[]): readonly number[] {
  const words = new Int32Array(bytes.buffer, 0, Math.floor(bytes.buffer.byteLength / 4))
  const found: number[] = []
  for (let each = 0; each < texts.length; each += 2) {
    const start = texts[each] ?? 0
    const end = texts[each + 1] ?? 0
    if (isPlain({ bytes, words }, start, end)) found.push(start, end)
  }
  return found
}

interface Text {
  readonly bytes: Uint8Array
  /** Over the whole of the buffer behind the bytes. */
  readonly words: Int32Array
}

function isPlain({ bytes, words }: Text, start: number, end: number): boolean {
  const { byteOffset } = bytes
  let at = start
  while (at < end) {
    if (plain[bytes[at] ?? 0] === 1) {
      at += 1
      if ((byteOffset + at) % 4 === 0)
        at = 4 * plainWords(words, (byteOffset + at) / 4) - byteOffset
    } else {
      if (bytes[at] !== BACKSLASH || escaped[bytes[at + 1] ?? 0] !== 1) return false
      at += 2
    }
  }
  // Behind the end where an escape would be the closing quote's, or where the text is not closed.
  return at === end
}

/**
 * The first word from here on with a byte that is a quote, a backslash or below a space. To take one from each byte sets the
 * highest bit of a byte that is zero, and that had none set (Mycroft's test). Bytes above such a byte may be taken for zero,
 * too: all that counts is whether there is one.
 */
function plainWords(words: Int32Array, from: number): number {
  let at = from
  for (; at < words.length; at++) {
    const word = words[at] ?? 0
    const quote = word ^ 0x22222222
    const backslash = word ^ 0x5c5c5c5c
    const found =
      ((quote - 0x01010101) & ~quote) |
      ((backslash - 0x01010101) & ~backslash) |
      ((word - 0x20202020) & ~word)
    if ((found & 0x80808080) !== 0) break
  }
  return at
}
