import { createParser } from 'eventsource-parser'
import OpenAI from 'openai'

/** What a program shows of a stream of chat completion chunks. */
export interface Shown {
  /** Content of `choices[0]` of every chunk, as most programs read it. */
  readonly first: string
  /** Content of the choices whose index is 0, or that have none. */
  readonly zero: string
  /** Content of all choices. */
  readonly all: string
  /** Whether it says that something went wrong. */
  readonly failed: boolean
}

interface StreamReader {
  readonly name: string
  readonly read: (stream: Uint8Array, n: number) => Promise<Shown>
}

/** The official client, as its documentation has it. */
const openaiChunks: StreamReader = {
  name: 'openai',
  async read(stream, n) {
    const reading = collect()
    try {
      const chunks = await clientFor(stream).chat.completions.create({
        ...request,
        n,
        stream: true,
      })
      for await (const chunk of chunks) reading.chunk(chunk)
    } catch {
      reading.fail()
    }
    return reading.shown()
  },
}

/** The official client's own assembly of the message. */
const openaiHelper: StreamReader = {
  name: 'openai .stream()',
  async read(stream, n) {
    const texts = new Map<number, string>()
    let failed = false
    try {
      const helper = clientFor(stream).chat.completions.stream({ ...request, n })
      const { choices } = await helper.finalChatCompletion()
      for (const { index, message } of choices) texts.set(index, message.content ?? '')
    } catch {
      failed = true
    }
    const zero = texts.get(0) ?? ''
    return { first: zero, zero, all: [...texts.values()].join(''), failed }
  },
}

/** What the AI SDK and most others are built on. */
const eventsourceParser: StreamReader = {
  name: 'eventsource-parser',
  async read(stream) {
    const reading = collect()
    const parser = createParser({ onEvent: ({ data }) => reading.data(data) })
    const decoder = new TextDecoder()
    // A byte at a time, so that what it keeps between pieces is tried, too.
    for (const byte of stream) parser.feed(decoder.decode(Uint8Array.of(byte), { stream: true }))
    return reading.shown()
  },
}

/** WHATWG HTML section 9.2.6, step by step; events of every name are listened to. */
const standard: StreamReader = {
  name: 'the standard',
  async read(stream) {
    const reading = collect()
    let data: string[] = []
    // The decoder drops one byte order mark; an event that has not ended is discarded.
    const lines = new TextDecoder().decode(stream).split(/\r\n|\n|\r/)
    for (const line of lines.slice(0, -1)) {
      if (line === '') {
        if (data.length > 0) reading.data(data.join('\n'))
        data = []
        continue
      }
      const [, field, value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? []
      if (field === 'data') data.push(value)
    }
    return reading.shown()
  },
}

export const strictReaders = [openaiChunks, openaiHelper, eventsourceParser, standard]

const otherLineEnds = '\\u000b\\u000c\\u001c-\\u001e\\u0085\\u2028\\u2029'

/** A program that takes each line for itself, and passes over what it cannot read. */
export function readLineByLine(stream: Uint8Array): Shown {
  const reading = collect()
  // Where Python's str.splitlines ends one.
  const lineEnd = new RegExp(`\\r\\n|[\\n\\r${otherLineEnds}]`)
  for (const line of new TextDecoder().decode(stream).split(lineEnd)) {
    if (!line.startsWith('data:')) continue
    const value = line.slice('data:'.length).trim()
    if (value === '[DONE]') break
    try {
      reading.chunk(JSON.parse(value))
    } catch {
      continue
    }
  }
  return reading.shown()
}

const request = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }] }

function clientFor(stream: Uint8Array): OpenAI {
  return new OpenAI({
    apiKey: 'x',
    baseURL: 'http://gateway.invalid/v1',
    maxRetries: 0,
    logLevel: 'off',
    fetch: async () =>
      new Response(Buffer.from(stream), { headers: { 'content-type': 'text/event-stream' } }),
  })
}

interface Chunk {
  readonly error?: unknown
  readonly choices?: readonly {
    readonly index?: number | null
    readonly delta?: { readonly content?: unknown } | null
  }[]
}

function collect() {
  let first = ''
  let zero = ''
  let all = ''
  let failed = false
  let isDone = false
  const text = (content: unknown) => (typeof content === 'string' ? content : '')

  function chunk(value: unknown): void {
    const { error, choices } = (value ?? {}) as Chunk
    if (error !== undefined && error !== null) failed = true
    if (failed || !Array.isArray(choices)) return
    for (const [position, { index, delta }] of (
      choices as NonNullable<Chunk['choices']>
    ).entries()) {
      const said = text(delta?.content)
      if (position === 0) first += said
      if (index === 0 || index === undefined || index === null) zero += said
      all += said
    }
  }

  return {
    chunk,
    data(data: string) {
      if (failed || isDone) return
      if (data === '[DONE]') {
        isDone = true
        return
      }
      try {
        chunk(JSON.parse(data))
      } catch {
        failed = true
      }
    },
    fail() {
      failed = true
    },
    shown: (): Shown => ({ first, zero, all, failed }),
  }
}
