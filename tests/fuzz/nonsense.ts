import { nest } from './mutate-json.ts'
import type { Random } from './random.ts'

const tokens = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '"model"',
  '"messages"',
  '"role"',
  '"user"',
  '"content"',
  '"stream"',
  'true',
  'false',
  'null',
  '0',
  '-',
  '1e9',
  '\\',
  '\\u',
  ' ',
  '\n',
  '"fuzz-private"',
  'data: ',
  '😀',
] as const

/** A body that never was valid. */
export function nonsense(random: Random): Buffer {
  switch (random.int(5)) {
    case 0:
      return random.bytes(random.int(400))
    case 1: {
      const count = random.int(200)
      return Buffer.from(Array.from({ length: count }, () => random.pick(tokens)).join(''))
    }
    case 2:
      return Buffer.from(nest(random, random.int(50_000) + 1))
    case 3:
      return Buffer.from(
        random.pick(['', ' ', 'null', '[]', '""', '0', 'true', 'model=fuzz&stream=1']),
      )
    default:
      return Buffer.from(value(random, 0))
  }
}

/** Any JSON value at all. */
function value(random: Random, depth: number): string {
  const kind = random.int(depth > 4 ? 4 : 6)
  const many = random.int(6)
  switch (kind) {
    case 0:
      return String(random.int(2 ** 31) * (random.chance(50) ? 1e300 : -1e-10))
    case 1:
      return JSON.stringify(random.bytes(random.int(12)).toString('latin1'))
    case 2:
      return random.pick(['true', 'false', 'null'])
    case 3:
      return random.pick(['"user"', '"fuzz-private"', '"x"'])
    case 4:
      return `[${Array.from({ length: many }, () => value(random, depth + 1)).join(',')}]`
    default: {
      const names = ['model', 'messages', 'role', 'content', 'stream', 'a'] as const
      const member = () => `"${random.pick(names)}":${value(random, depth + 1)}`
      return `{${Array.from({ length: many }, member).join(',')}}`
    }
  }
}
