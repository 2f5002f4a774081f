import { chatCase, type FuzzCase } from './fuzz-case.ts'
import type { Random } from './random.ts'

const open = '{"model":"fuzz-private","messages":'
const hi = '[{"role":"user","content":"hi"}]'
const inContent = (content: string) => `${open}[{"role":"user","content":${content}}]}`
const beside = (members: string) => `${open}${hi},${members}}`

/** `unit` again and again, until it is so long. */
function fill(unit: string, bytes: number): string {
  return unit.repeat(Math.max(1, Math.floor(bytes / unit.length)))
}

const list = (item: string, bytes: number) => `[${fill(`${item},`, bytes)}${item}]`

/** A body of so many bytes that is nothing but more of the same. */
const floods: readonly [Flood, ...Flood[]] = [
  ['numbers', (bytes) => `${open}${list('1', bytes)}}`],
  ['empty messages', (bytes) => `${open}${list('{}', bytes)}}`],
  ['messages', (bytes) => `${open}${list('{"role":"user","content":""}', bytes)}}`],
  ['wrong messages', (bytes) => `${open}${list('{"role":"wizard"}', bytes)}}`],
  ['empty parts', (bytes) => inContent(list('{}', bytes))],
  ['parts', (bytes) => inContent(list('{"type":"text","text":"x"}', bytes))],
  ['wrong parts', (bytes) => inContent(list('{"type":1}', bytes))],
  ['members', (bytes) => beside(names(bytes))],
  ['one member', (bytes) => beside(`${fill('"x":1,', bytes)}"x":1`)],
  ['brackets', (bytes) => fill('[', bytes)],
  ['levels', (bytes) => beside(`"x":${fill('[', bytes / 2)}1${fill(']', bytes / 2)}`)],
  ['broad levels', (bytes) => beside(`"x":${list(`${'['.repeat(60)}${']'.repeat(60)}`, bytes)}`)],
  [
    'an image',
    (bytes) =>
      inContent(
        `[{"type":"image_url","image_url":{"url":"data:image/png;base64,${fill('iVBORw0K', bytes)}"}}]`,
      ),
  ],
  ['letters', (bytes) => inContent(`"${fill('аб€😀', bytes / 2)}"`)],
  ['escaped quotes', (bytes) => inContent(`"${fill('\\"', bytes)}"`)],
  ['escaped letters', (bytes) => inContent(`"${fill('\\u0430', bytes)}"`)],
  ['lone surrogates', (bytes) => inContent(`"${fill('\\ud800', bytes)}"`)],
  ['backslashes', (bytes) => inContent(`"${fill('\\\\', bytes)}"`)],
  ['quotes', (bytes) => fill('"', bytes)],
  ['digits', (bytes) => beside(`"x":${fill('7', bytes)}`)],
  ['decimals', (bytes) => beside(`"x":0.${fill('3', bytes)}`)],
  ['a name', (bytes) => beside(`"${fill('k', bytes)}":1`)],
  ['space', (bytes) => `${beside('"x":1').slice(0, -1)}${fill(' \n', bytes)}}`],
  ['commas', (bytes) => `${open}[${fill(',', bytes)}]}`],
  ['colons', (bytes) => `{${fill(':', bytes)}}`],
  ['zeros', (bytes) => fill('\u0000', bytes)],
]

type Flood = readonly [string, (bytes: number) => string]

function names(bytes: number): string {
  const members: string[] = []
  for (let length = 0; length < bytes; length += 10) members.push(`"k${members.length}":1`)
  return members.join(',')
}

const mib = 2 ** 20
const sizes = [64 * 1024, 64 * 1024, mib, mib, 19 * mib] as const

/** Each of them once, as long as a key allows. */
export function everyFlood(): readonly FuzzCase[] {
  return floods.map(([name, write]) =>
    chatCase(`flood of ${name}`, write(Math.max(...sizes)), { withKey: true }),
  )
}

/** Much of one thing, with a key or without, in a chat or where no chat is expected. */
export function flood(random: Random): FuzzCase {
  const [name, write] = random.pick(floods)
  const body = write(random.pick(sizes))
  const other = random.pick(['/api/keys/self/redeem', '/api/e2ee/relay', '/v1/nothing'])
  const withKey = random.chance(80)
  const path = random.chance(90) ? {} : { path: other }
  return chatCase(`flood of ${name}`, body, { withKey, ...path })
}
