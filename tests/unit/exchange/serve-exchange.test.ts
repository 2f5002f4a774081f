import { describe, expect, test } from 'vitest'
import { parseUtf8, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { fail } from '#shared/checks.ts'
import { FormatError } from '#shared/errors.ts'
import type { ExchangeJudgement } from '#shared/judge/judge-exchange.ts'
import { chatWriter, type AnswerWriter } from '#shared/exchange/answer-writer.ts'
import { serveStream, type ServedEnd } from '#shared/exchange/serve-exchange.ts'
import type { OpenExchange } from '#shared/exchange/open-exchange.ts'
import { decideVerdict } from '#shared/verdict.ts'
import {
  badJudgement as bad,
  exchangeOf,
  goodJudgement as good,
} from '../../support/receipts/exchange-of.ts'
import { makeExchange } from '../../support/receipts/make-exchange.ts'
import { strictReaders } from '../../support/requests/stream-readers.ts'

const chunk = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'c',
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
  })}\n\n`

async function serve(events: readonly string[], judgement: ExchangeJudgement) {
  const order: string[] = []
  const ends: ServedEnd[] = []
  const served = serveStream(exchangeOf(events, judgement), async (_judgement, end) => {
    ends.push(end)
    order.push('told')
    await Promise.resolve()
    order.push('kept')
  })
  for await (const { bytes } of served) order.push(parseUtf8(bytes))
  return { order, message: ends[0]?.message }
}

const last = chunk(' world', 'stop')
const done = 'data: [DONE]\n\n'

test('the last events wait until whoever is told the verdict has done with it', async () => {
  const { order } = await serve([chunk('Hello'), last, done], good)
  expect(order).toEqual([chunk('Hello'), 'told', 'kept', last, done])
})

test('the message that is told has the words of the last events, too', async () => {
  const { message } = await serve([chunk('Hello'), last, done], good)
  expect(message).toMatchObject({ content: 'Hello world' })
})

test('without a verdict nothing of what was held is served, and an error stands in its place', async () => {
  const { order } = await serve([chunk('Hello'), last, done], bad)
  expect(order.slice(0, 3)).toEqual([chunk('Hello'), 'told', 'kept'])
  expect(order).toHaveLength(4)
  expect(order[3]).toContain('unverified_enclave')
  expect(order[3]).toContain('enclave-receipt.present')
})

test.each(['partial', 'rejected'] as const)(
  'a whole answer whose verdict is %s is served to nobody',
  async (kind) => {
    const checks = kind === 'rejected' ? [fail('receipt.signer', 'no')] : []
    const verdict = decideVerdict(checks, ['receipt.signer'])
    expect(verdict.kind).toBe(kind)
    const { order } = await serve([last, done], { ...good, verdict })
    expect(order.join('')).not.toContain('world')
    expect(order.at(-1)).toContain('receipt.signer')
  },
)

test('an answer that its gateway broke off is not whole, also where all of it came', async () => {
  const { end } = await serveAll([last, 'data: {"error":{"message":"Enough."}}\n\n', done])
  expect(end?.isComplete).toBe(false)
})

test('a message that was not told what became of it is served to nobody', async () => {
  const served = serveStream(exchangeOf([last, done], good), () =>
    Promise.reject(new Error('full')),
  )
  await expect(served.next()).rejects.toThrow('full')
})

const first = chunk('Hello')
const lie = chunk('FORGED')

test('a last event that came without its end is served with those that waited', async () => {
  const { order } = await serve([first, last, 'data: [DONE]'], good)
  expect(order).toEqual([first, 'told', 'kept', last, 'data: [DONE]'])
})

test('words in an event without its end are served to nobody, and are no part of the message', async () => {
  const { order, message } = await serve([first, last, lie.trimEnd()], good)
  expect(order.join('')).not.toContain('FORGED')
  expect(message).toMatchObject({ content: 'Hello world' })
})

const lies: readonly (readonly [string, string])[] = [
  ['a byte order mark behind a comment', `: x\n\ufeff${lie}`],
  ['an unknown field', ` ${lie}`],
  ['the answer has a choice that nobody asked for', lie.replace('"index":0', '"index":1')],
  ['words behind the end', `${done}${lie}`],
  ['another name', `event: other\n${lie}`],
  ['a line that is too long', `data: ${'x'.repeat(4 * 1024 * 1024)}\n\n`],
]

test.each(lies)('of a stream with %s nothing is served from there on', async (_what, event) => {
  const { order, end } = await serveAll([first, event, last, done])
  expect(order.join('')).not.toContain('FORGED')
  expect(end?.opened).toBe(false)
  expect(end?.wireAnswer).toBeNull()
})

test('what is held for the verdict has a limit', async () => {
  const usage = 'data: {"choices":[]}\n\n'.repeat(70_000)
  const { order, end } = await serveAll([first, last, usage, done])
  expect(end?.isComplete).toBe(true)
  expect(order).toHaveLength(2)
  expect(order[1]).toContain('"error"')
})

test('of two receipts in one stream neither counts', async () => {
  const svc = JSON.stringify(makeExchange().end.svc)
  const signed = chunk(' world', 'stop').replace(/\}\n\n$/, `,"svc":${svc}}\n\n`)
  expect((await serveAll([first, signed, done])).end?.svc).not.toBeNull()
  expect(
    (await serveAll([first.replace(/\}\n\n$/, `,"svc":${svc}}\n\n`), signed])).end?.svc,
  ).toBeNull()
})

test('what stands behind the last event and was not cut off is read as strictly', async () => {
  const { end } = await serveAll([first, last, lie.replace('"index":0', '"index":1').trimEnd()])
  expect(end?.opened).toBe(false)
})

test('a stream with as many receipts as events is read in the time of its bytes', async () => {
  const { end } = await serveAll(['data: {"choices":[],"svc":0}\n\n'.repeat(50_000), last, done])
  expect(end?.svc).toBeNull()
})

test('of an answer that cannot be written nothing leaves from there on but the error', async () => {
  const cannot: AnswerWriter = {
    ...chatWriter,
    stream: () => ({
      write(event) {
        if (parseUtf8(event.bytes).includes('odd'))
          throw new FormatError('COMPLETION_MALFORMED', 'odd')
        return [event]
      },
      end: (held) => held,
    }),
  }
  const events = [first, chunk('odd'), chunk('behind the gap'), last, done]
  const served: string[] = []
  for await (const { bytes } of serveStream(exchangeOf(events, good), () => {}, {
    writer: cannot,
  })) {
    served.push(parseUtf8(bytes))
  }
  expect(served).toEqual([first, expect.stringContaining('"upstream_error"')])
})

const early = fail('e2ee.complete', 'it broke off')
const altered = fail('e2ee.mode', 'in clear')
test.each([
  ['is called that', early, 'upstream_error'],
  ['is called unverified where something else failed, too', altered, 'unverified_enclave'],
])('a stream whose connection broke %s', async (_what, failed, code) => {
  const exchange: OpenExchange = {
    ...exchangeOf([], { ...bad, verdict: { kind: 'rejected', checks: [failed], failed } }),
    body: (async function* () {
      yield utf8ToBytes(first)
      throw new Error('reset')
    })(),
  }
  const served: string[] = []
  for await (const { bytes } of serveStream(exchange, () => {})) served.push(parseUtf8(bytes))
  expect(served).toEqual([first, expect.stringContaining(`"${code}"`)])
})

describe('every program sees the error of a stream that', () => {
  const endings: readonly (readonly [string, readonly string[]])[] = [
    ['ends in the middle of a line', [first, 'data: {"choi']],
    ['ends in one line feed', [first, 'data: {"choices":[]}\n']],
    ['ends in words without their end', [first, lie.trimEnd()]],
    ['ends behind an event name', [first, 'event: message\n']],
    ['is JSON', ['{"choices":[]}']],
  ]
  test.each(endings)('%s', async (_what, events) => {
    const { order } = await serve(events, bad)
    const served = order.filter((each) => each !== 'told' && each !== 'kept').join('')
    for (const { name, read } of strictReaders) {
      expect((await read(utf8ToBytes(served), 1)).failed, name).toBe(true)
    }
  })
})

/** Served under a judge that believes what was opened and is whole, as the real one at least asks for. */
async function serveAll(events: readonly string[]) {
  const order: string[] = []
  let end: ServedEnd | undefined
  const exchange: OpenExchange = {
    ...exchangeOf(events, good),
    judge: ({ opened, isComplete }) => Promise.resolve(opened && isComplete ? good : bad),
  }
  for await (const { bytes } of serveStream(exchange, (_judgement, told) => void (end = told))) {
    order.push(parseUtf8(bytes))
  }
  return { order, end }
}
