import type { ServerResponse } from 'node:http'
import { mutateBytes } from './mutate-bytes.ts'
import { mutateJson } from './mutate-json.ts'
import { createRandom, type Random } from './random.ts'
import { chunkText, completionText } from './good-answers.ts'
import type { JsonObject } from './valid-bodies.ts'

/** What an upstream answers to the request of this number: the head, the pieces, and how it ends. */
interface HostileAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly pieces: readonly Buffer[]
  readonly ending: 'end' | 'cut'
}

const statuses = [200, 201, 204, 301, 400, 401, 404, 429, 500, 503, 599] as const
const mediaTypes = [
  'application/json',
  'text/event-stream',
  'application/json; charset=latin1',
  'text/html',
  'TEXT/EVENT-STREAM;x=y',
  '',
] as const

export function hostileAnswer(seed: number, caseNumber: number, streams: boolean): HostileAnswer {
  const random = createRandom(seed ^ 0x5eed, caseNumber)
  const isOdd = random.chance(10)
  const status = isOdd ? random.pick(statuses) : 200
  const usual = streams ? 'text/event-stream' : 'application/json'
  const mediaType = random.chance(5) ? random.pick(mediaTypes) : usual
  const body = random.chance(1) ? big(streams, random) : small(streams, random)
  return {
    status,
    headers: {
      'content-type': mediaType,
      ...(random.chance(3) ? { 'retry-after': random.pick(['1', 'x', '99999999999']) } : {}),
      ...(random.chance(2) ? { 'x-receipt-id': 'r'.repeat(random.int(200)) } : {}),
      ...(random.chance(1) ? { 'content-encoding': 'gzip' } : {}),
    },
    pieces: split(body, random),
    ending: random.chance(5) ? 'cut' : 'end',
  }
}

function small(streams: boolean, random: Random): Buffer {
  if (!streams) {
    const share = random.int(10)
    if (share < 2) return Buffer.from(completionText('ok'))
    if (share < 6)
      return Buffer.from(mutateJson(JSON.parse(completionText('ok')) as JsonObject, random))
    return mutateBytes(Buffer.from(completionText('ok')), random)
  }
  const events = Array.from({ length: 1 + random.int(6) }, () => oddEvent(random))
  const last = [chunkText({}, 'stop'), 'data: [DONE]\n\n']
  const text = [...events, ...(random.chance(80) ? last : [])].join('')
  return random.chance(30) ? mutateBytes(Buffer.from(text), random) : Buffer.from(text)
}

function oddEvent(random: Random): string {
  const good = chunkText({ content: random.pick(['o', 'ö', '😀', '']) }, null)
  const mutated = () => mutateJson(JSON.parse(good.slice(6)) as JsonObject, random)
  switch (random.int(9)) {
    case 0:
      return `data: ${mutated()}\n\n`
    case 1:
      return `data: ${mutated()}\r\n\r\n`
    case 2:
      return good.replaceAll('\n', random.pick(['\r', '\r\n', '\n\n', '']))
    case 3:
      return random.pick([
        ': comment\n\n',
        'event: x\ndata: {}\n\n',
        'retry: 1\n',
        'id\n\n',
        '\ufeff',
      ])
    case 4:
      return random.pick(['data: [DONE]\n\n', 'data: {"error":{"message":"no"}}\n\n', 'data\n\n'])
    default:
      return good
  }
}

const mib = 2 ** 20

type Frames = readonly [Frame, ...Frame[]]
type Frame = readonly [before: string, after: string]

const streamFrames: Frames = [
  [chunkText({ content: '' }, null).slice(0, -5), '"}}]}\n\n'],
  ['', '\n\n'],
  ['data: [', '1]\n\n'],
]

const bufferedFrames: Frames = [
  ['{"choices":[', '1]}'],
  [completionText('').split('""')[0] ?? '', '"}}]}'],
  ['{"choices":[{"index":0,"message":{"role":"assistant","content":"x","x":[', '1]}}]}'],
]

/** Much of one thing. */
function big(streams: boolean, random: Random): Buffer {
  const bytes = random.pick([mib, 4 * mib, 17 * mib])
  const unit = random.pick([
    '1,',
    '{},',
    '[',
    ' ',
    '\\"',
    'x',
    '"k":1,',
    '\n',
    'аб',
    ':\n',
    'data:\n',
  ])
  const filling = unit.repeat(Math.floor(bytes / unit.length))
  const [before, after] = random.pick(streams ? streamFrames : bufferedFrames)
  return Buffer.from(`${before}${filling}${after}`)
}

/** In a few pieces, wherever they fall; a small answer sometimes byte by byte. */
function split(body: Buffer, random: Random): readonly Buffer[] {
  const length =
    body.length < 4_096 && random.chance(10)
      ? 1
      : Math.max(1, Math.ceil(body.length / (1 + random.int(6))))
  const pieces: Buffer[] = []
  for (let at = 0; at < body.length; at += length) pieces.push(body.subarray(at, at + length))
  return pieces
}

/** Writes it, as fast as it is taken. */
export async function writeHostile(answer: HostileAnswer, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, { ...answer.headers })
  for (const piece of answer.pieces) {
    if (response.destroyed) return
    if (!response.write(piece)) {
      await new Promise<void>((resolve) => {
        response.once('drain', resolve)
        response.once('close', resolve)
      })
    }
  }
  if (answer.ending === 'cut') response.destroy()
  else response.end()
}
