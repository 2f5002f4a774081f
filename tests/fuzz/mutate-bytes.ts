import type { Random } from './random.ts'

/** Pieces that matter to a reader of JSON in UTF-8, right and wrong; a character is a byte. */
const pieces = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\u',
  '\\ud83d',
  'e',
  '-',
  '\r\n',
  '"stream":true,',
  '\u0000',
  '\xff',
  '\xc0\xaf', // "/" written too long
  '\xed\xa0\x80', // a surrogate in UTF-8
  '\xf4\x90\x80\x80', // beyond U+10FFFF
  '\xe2\x82', // a character that breaks off
  '\xef\xbb\xbf',
] as const

/** A few changes to the bytes, wherever they fall. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  let mutated = bytes
  const count = random.pick([1, 1, 2, 8])
  for (let done = 0; done < count; done += 1) mutated = change(mutated, random)
  return mutated
}

function change(bytes: Buffer, random: Random): Buffer {
  const at = random.int(bytes.length + 1)
  const end = Math.min(bytes.length, at + random.int(16) + 1)
  const before = bytes.subarray(0, at)
  const piece = Buffer.from(random.pick(pieces), 'latin1')
  switch (random.int(6)) {
    case 0:
      return Buffer.concat([before, bytes.subarray(end)])
    case 1:
      return Buffer.concat([before, piece, bytes.subarray(at)])
    case 2:
      return Buffer.concat([before, piece, bytes.subarray(end)])
    case 3:
      return Buffer.concat([before, bytes.subarray(at, end), bytes.subarray(at)])
    case 4:
      return Buffer.from(before)
    default: {
      const flipped = Buffer.from(bytes)
      if (at < flipped.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << random.int(8))
      return flipped
    }
  }
}
