import OpenAI from 'openai'
import { beforeEach, expect, test } from 'vitest'
import { CountersignError, findCountersignError } from '#shared/package/countersign-error.ts'
import { countersignFetch } from '#shared/package/countersign-fetch.ts'
import type { CountersignOptions } from '#shared/package/countersign-options.ts'
import type { Fault } from '../../../server/demo/enclave/faults.ts'
import { untilEnd } from '../../support/until-end.ts'
import { packageBefore, refusalOf } from '../../support/requests/countersign-requests.ts'
import { contentMark } from '../../support/enclave/fault-outcomes.ts'
import { sealedModel, startEnclave } from '../../support/enclave/start-enclave.ts'

// Streams that the fetch of the package hands out as they open, and what becomes of those that do not verify.

const setup = await untilEnd(startEnclave())

beforeEach(() => setup.simulator.setFault(null))

const flowing = { atLeast: 'e2ee', streams: 'as-they-open' } as const
const paths = ['chat/completions', 'responses', 'messages'] as const
const isRelay = (input: unknown) => typeof input === 'string' && input.endsWith('/api/e2ee/relay')

interface Gate {
  readonly fetch: typeof fetch
  /** Once all but the end of the answer was read by whoever asked. */
  readonly atEnd: Promise<void>
  readonly open: () => void
  readonly aborted: () => boolean
}

/** The platform's fetch, in which the last two events of a relayed answer wait to be let through. */
function gate(): Gate {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let signal: AbortSignal | null | undefined
  return {
    atEnd: reached.promise,
    open: () => opened.resolve(),
    aborted: () => signal?.aborted === true,
    async fetch(input, init) {
      const response = await fetch(input, init)
      if (!isRelay(input)) return response
      signal = init?.signal
      const bytes = new Uint8Array(await response.arrayBuffer())
      const text = Buffer.from(bytes).toString('utf8')
      const end = text.lastIndexOf('data: ', text.indexOf('"svc"'))
      const body = new ReadableStream<Uint8Array>(
        {
          start: (controller) => controller.enqueue(bytes.slice(0, end)),
          async pull(controller) {
            reached.resolve()
            await opened.promise
            controller.enqueue(bytes.slice(end))
            controller.close()
          },
        },
        { highWaterMark: 0 },
      )
      return new Response(body, { status: response.status, headers: response.headers })
    },
  }
}

async function readUntilError(response: Response) {
  const pieces: string[] = []
  const decoder = new TextDecoder()
  try {
    for await (const piece of response.body as AsyncIterable<Uint8Array>) {
      pieces.push(decoder.decode(piece, { stream: true }))
    }
  } catch (error) {
    return { text: pieces.join(''), error }
  }
  return { text: pieces.join(''), error: null }
}

/** What stands in the end of a stream, and in no other event of it. */
const ends = /\[DONE\]|message_stop|response\.completed|"finish_reason":"|"svc"/

test.each(paths)(
  'the words of %s are there before the answer has ended, and its end after the verdict',
  async (path) => {
    const { fetch: gated, atEnd, open } = gate()
    const before = packageBefore(setup.gateway.baseUrl, { ...flowing, fetch: gated })
    const response = await before.askAs(path, { stream: true })
    expect(response.headers.get('x-svc-state')).toBeNull()
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const decoder = new TextDecoder()
    let text = ''
    while (!contentMark.test(text)) {
      // oxlint-disable-next-line no-await-in-loop
      const { value } = await reader.read()
      text += decoder.decode(value, { stream: true })
    }
    expect(text).not.toMatch(ends)
    expect(before.verdicts).toEqual([])
    const rest = (async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        text += decoder.decode(part.value, { stream: true })
      }
    })()
    await atEnd
    expect(text).not.toMatch(ends)
    expect(before.verdicts).toEqual([])
    open()
    await rest
    expect(text).toMatch(ends)
    expect(text).toContain('"verdict":{"by":"countersign","state":"simulated"')
    expect(before.verdicts).toMatchObject([{ outcome: 'returned', state: 'simulated' }])
  },
)

test('left out, nothing of a stream is handed out before its verdict', async () => {
  const { fetch: gated, atEnd, open } = gate()
  const before = packageBefore(setup.gateway.baseUrl, { atLeast: 'e2ee', fetch: gated })
  let isHandedOut = false
  const asking = before.ask({ stream: true }).then((response) => {
    isHandedOut = true
    return response
  })
  await atEnd
  expect(isHandedOut).toBe(false)
  open()
  const response = await asking
  expect(before.verdicts).toMatchObject([{ outcome: 'returned' }])
  expect(response.headers.get('x-svc-state')).toBe('simulated')
})

const unproven: readonly (readonly [Fault, string])[] = [
  ['response-hash', 'enclave-receipt.response'],
  ['receipt-missing', 'enclave-receipt.present'],
  ['foreign-receipt-key', 'enclave-receipt.signature'],
  ['undecryptable-chunk', 'e2ee.encrypted'],
  ['cut-stream', 'upstream_error'],
]

test.each(unproven)(
  'a stream with the fault %s ends in an error that names %s, in each dialect',
  async (fault, name) => {
    const before = packageBefore(setup.gateway.baseUrl, flowing)
    await (await before.ask()).text()
    setup.simulator.setFault(fault)
    const asked = paths.map(async (path) => {
      const response = await before.askAs(path, { stream: true })
      expect(response.status).toBe(200)
      return readUntilError(response)
    })
    for (const { text, error } of await Promise.all(asked)) {
      expect(text).not.toMatch(ends)
      expect(error).toBeInstanceOf(CountersignError)
      const { code, checks, message } = error as CountersignError
      expect([code, ...checks]).toContain(name)
      expect(message).not.toMatch(contentMark)
    }
    const [, ...others] = before.verdicts
    expect(others.map(({ outcome }) => outcome)).toEqual(paths.map(() => 'refused'))
  },
)

test('the official client throws in the middle of such a stream, and the error leads to why', async () => {
  setup.simulator.setFault('response-hash')
  const asked = countersignFetch({
    gateway: setup.gateway.baseUrl,
    simulation: 'accept',
    ...flowing,
  })
  const client = new OpenAI({ apiKey: 'unused', maxRetries: 0, fetch: asked })
  const messages = [{ role: 'user' as const, content: 'Hello' }]
  const stream = await client.chat.completions.create({
    model: sealedModel,
    messages,
    stream: true,
  })
  const read = (async () => {
    for await (const chunk of stream) expect(chunk.choices[0]?.finish_reason ?? null).toBeNull()
  })()
  const error: unknown = await read.catch((thrown: unknown) => thrown)
  expect(findCountersignError(error)?.checks).toContain('enclave-receipt.response')
})

test('who leaves such a stream ends the request', async () => {
  const { fetch: gated, aborted, open } = gate()
  const before = packageBefore(setup.gateway.baseUrl, { ...flowing, fetch: gated })
  const response = await before.ask({ stream: true })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  expect(aborted()).toBe(false)
  const leaving = reader.cancel()
  expect(aborted()).toBe(true)
  open()
  await leaving
  expect(before.verdicts).toEqual([])
})

test('in tee a stream is held all the same: of a part nothing can be said', async () => {
  const options: Pick<CountersignOptions, 'atLeast' | 'streams'> = { ...flowing, atLeast: 'tee' }
  const before = packageBefore(setup.gateway.baseUrl, options)
  for (const path of paths) {
    const response = await before.askAs(path, { stream: true })
    expect(response.headers.get('x-svc-state')).toBe('simulated')
  }
  setup.simulator.setFault('response-hash')
  for (const path of paths) {
    const { checks } = await refusalOf(before.askAs(path, { stream: true }))
    expect(checks).toContain('enclave-receipt.response')
  }
})
