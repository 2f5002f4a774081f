import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differs } from '../../support/requests/differs.ts'
import { hostileStream } from '../../support/peers/hostile-streams.ts'
import { findPython, readWithPython } from '../../support/clients/python-openai.ts'
import { relayInMemory } from '../../support/requests/relay-in-memory.ts'

const found = findPython()
const python = found.kind === 'found' ? found.python : ''
const why = found.kind === 'absent' ? ` (skipped: ${found.reason})` : ''

describe.skipIf(found.kind === 'absent')(`the official Python client${why}`, () => {
  test('shows of a hostile stream what was signed, or that it broke off', async () => {
    const releases = ['every-event', 'until-last', 'none'] as const
    const streams = fc.sample(hostileStream, 600)
    const relayed = await Promise.all(
      streams.map(async (stream, at) => ({
        ...(await relayInMemory(stream, releases[at % 3] ?? 'none')),
        n: stream.n,
      })),
    )
    const shown = readWithPython(python, relayed)
    for (const [at, each] of relayed.entries()) {
      const found = shown[at] ?? { first: '', zero: '', all: '', failed: false }
      const sent = Buffer.from(streams[at]?.bytes ?? []).toString('latin1')
      expect(differs(each, found, each.n), JSON.stringify(sent)).toBeNull()
    }
  })

  test('reads lines as is written down here', () => {
    const chunk = (content: string) =>
      JSON.stringify({ choices: [{ index: 0, delta: { content } }] })
    const stream = (text: string) => ({ bytes: Buffer.from(text), n: 1 })
    const facts: readonly (readonly [string, string, string])[] = [
      ['LF', `data: ${chunk('a')}\n\n`, 'a'],
      ['CRLF', `data: ${chunk('a')}\r\n\r\n`, 'a'],
      ['CR', `data: ${chunk('a')}\r\r`, 'a'],
      [
        'no other line end',
        `: x\u2028data: ${chunk('a')}\n: x\u0085data: ${chunk('a')}\n: x\u000bdata: ${chunk('a')}\n\n`,
        '',
      ],
      [
        'no byte order mark is dropped, at the start either',
        `\ufeffdata: ${chunk('a')}\n\ndata: ${chunk('b')}\n\n`,
        'b',
      ],
      ['an event without its end is dropped', `data: ${chunk('a')}\n\ndata: ${chunk('b')}\n`, 'a'],
      [
        'what begins with [DONE] is the end',
        `data: ${chunk('a')}\n\ndata: [DONE]x\n\ndata: ${chunk('b')}\n\n`,
        'a',
      ],
      ['names of events do not matter', `event: x\ndata: ${chunk('a')}\n\n`, 'a'],
    ]
    const shown = readWithPython(
      python,
      facts.map(([, text]) => stream(text)),
    )
    expect(shown.map(({ all }, at) => [facts[at]?.[0], all])).toEqual(
      facts.map(([what, , text]) => [what, text]),
    )
  })
})
