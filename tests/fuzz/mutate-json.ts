import type { JsonObject } from './valid-bodies.ts'
import type { Random } from './random.ts'

/** JSON as text: what a serialiser would never write can still be said. */
type Raw = string

const oddValues: readonly [Raw, ...Raw[]] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '1e400',
  '-1e400',
  '1e-400',
  '1E+5',
  '0.1',
  '-1',
  '01',
  '+1',
  '.5',
  '1.',
  '0x10',
  '9007199254740993',
  '1'.repeat(400),
  `0.${'3'.repeat(400)}`,
  'NaN',
  'Infinity',
  'undefined',
  '""',
  '"x"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000"',
  '"\u0000"',
  '"\t"',
  '"\\x41"',
  '"\\u12"',
  '"\ufeff"',
  '"\\ud83d\\ude00"',
  "'single'",
  '"unclosed',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[,]',
  '[1,]',
  '{"a":1,}',
  '{,}',
  '{"a":1,"a":2}',
  '{"":{}}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{}}}',
  '{"toString":1}',
  '/* comment */ 1',
  '{"type":"text"}',
  '[{"type":"text","text":3}]',
  '"\\u2028\u2029"',
]

const oddNames: readonly [Raw, ...Raw[]] = [
  '"__proto__"',
  '"constructor"',
  '""',
  '"model"',
  '"mod\\u0065l"',
  '"messages"',
  '"stream"',
  '"shown_mode"',
  '"svc"',
  '"\\ud800"',
  '"a\\u0000b"',
  '"role"',
  '"content"',
  '"\\u0073tream"',
  'unquoted',
  '1',
  '"x\\ny"',
]

/** A valid body written with some of its values and members replaced, doubled, dropped or added. */
export function mutateJson(body: JsonObject, random: Random): string {
  const percent = random.pick([2, 5, 15, 40])

  function write(value: unknown, depth: number): Raw {
    if (depth > 0 && random.chance(percent)) return oddValue(random)
    if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(',')}]`
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
    const parts = Object.entries(value).flatMap(([name, each]) =>
      member(JSON.stringify(name), write(each, depth + 1)),
    )
    return `{${parts.join(random.chance(1) ? ';' : ',')}}`
  }

  function member(name: Raw, value: Raw): readonly Raw[] {
    if (!random.chance(percent)) return [`${name}:${value}`]
    switch (random.int(5)) {
      case 0:
        return []
      case 1:
        return [`${name}:${value}`, `${name}:${oddValue(random)}`]
      case 2:
        return [`${random.pick(oddNames)}:${value}`]
      case 3:
        return [`${name}:${value}`, `${random.pick(oddNames)}:${oddValue(random)}`]
      default:
        return [`${random.pick([' ', '\n', '\t', '\u00a0', '\ufeff'])}${name} :\r\n${value}`]
    }
  }

  return `${random.chance(2) ? '\ufeff' : ''}${write(body, 0)}${random.chance(2) ? '}' : ''}`
}

function oddValue(random: Random): Raw {
  if (random.chance(8)) return nest(random, random.pick([2, 60, 127, 128, 129, 1_000, 20_000]))
  if (random.chance(4)) return `"${'long '.repeat(random.int(20_000))}"`
  if (random.chance(3)) return `[${'0,'.repeat(random.int(20_000))}0]`
  return random.pick(oddValues)
}

/** Arrays or objects inside each other; now and then not closed. */
function nest(random: Random, depth: number): Raw {
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const)
  const closed = random.chance(80) ? depth : random.int(depth)
  return `${open.repeat(depth)}${random.pick(oddValues)}${close.repeat(closed)}`
}
