import OpenAI from 'openai'
import { beforeEach, describe, expect, test } from 'vitest'
import { fewWords } from '../../support/enclave/fault-outcomes.ts'
import { untilEnd } from '../../support/until-end.ts'
import {
  isRelay,
  keyLies,
  lieOfKey,
  onRelay,
  relayLies,
  replayed,
} from '../../support/gateway/gateway-lies.ts'
import { sealedModel, startEnclave } from '../../support/enclave/start-enclave.ts'
import { startMiddle } from '../../support/peers/start-middle.ts'
import { startProxy, type RunningProxy } from '../../support/gateway/start-proxy.ts'
import { threeOf } from '../../support/three-of.ts'

// The gateway is the attacker here: it sees ciphertext, holds its own signing key, and may send
// anything. The proxy is the client that must not be taken in.

let proxy: RunningProxy

const setup = await untilEnd(startEnclave())
const middle = await untilEnd(startMiddle(setup.gateway.baseUrl))

beforeEach(async () => {
  middle.lie({})
  proxy = await startProxy(middle.baseUrl)
  return () => proxy.close()
})

interface Answer {
  readonly status: number
  readonly text: string
}

async function ask(stream: boolean, content = 'Say something.'): Promise<Answer> {
  const response = await fetch(`${proxy.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({
      model: sealedModel,
      stream,
      max_tokens: fewWords,
      messages: [{ role: 'user', content }],
    }),
  })
  return { status: response.status, text: await response.text() }
}

test('through an honest gateway the answer comes, and is verified', async () => {
  for (const stream of [false, true]) {
    const { status, text } = await ask(stream)
    expect(status).toBe(200)
    expect(text).toContain('demo')
  }
  expect(proxy.judgements.map(({ verdict, outcome }) => [verdict.kind, outcome])).toEqual([
    ['verified', 'complete'],
    ['verified', 'complete'],
  ])
})

describe('before anything is sent', () => {
  test.each(keyLies())(
    'a gateway that shows %s gets nothing to read',
    async (_what, lie, check) => {
      const seen = await lieOfKey(middle, lie, sealedModel)
      const { status, text } = await ask(false)
      expect(status).toBe(503)
      expect(text).toContain('attestation_unavailable')
      expect(text).toContain(check)
      expect(seen.some(isRelay)).toBe(false)
      expect(proxy.judgements).toHaveLength(0)
    },
  )
})

describe.each([false, true])('with an answer to show, streamed: %s', (stream) => {
  test.each(stream ? relayLies : threeOf(relayLies))(
    'a gateway that %s is found out',
    async (_what, lie, expected) => {
      middle.lie(lie)
      const { status, text } = await ask(stream)
      expect(text).toContain('"error"')
      expect(text).not.toMatch(/\[DONE\]|commitment_salts/)
      if (!stream) {
        expect(status).toBeGreaterThanOrEqual(400)
        expect(text).not.toMatch(/demo|"choices"/)
      }
      const [judgement] = proxy.judgements
      if (judgement === undefined) {
        expect(text).toContain(expected)
        return
      }
      expect(judgement.verdict.kind).not.toBe('verified')
      const notPassed = judgement.verdict.checks.flatMap((check) =>
        check.status === 'pass' ? [] : [check.id],
      )
      expect(notPassed).toContain(expected)
    },
  )

  test('a gateway that replays an earlier answer is found out', async () => {
    middle.lie(replayed(isRelay))
    expect((await ask(stream)).text).not.toContain('"error"')
    const { text } = await ask(stream)
    expect(text).toContain('"error"')
    expect(proxy.judgements.map(({ verdict }) => verdict.kind)).toEqual(['verified', 'rejected'])
    expect(proxy.judgements[1]?.outcome).toBe('tampered')
  })

  test('a gateway that sends the receipts of another exchange is found out', async () => {
    let svc: string | null = null
    const pattern = /"svc":\{.*\}(?=\}\n|\}$)/m
    middle.lie(
      onRelay((text) => {
        const own = pattern.exec(text)?.[0] ?? ''
        svc ??= own
        return text.replace(own, svc)
      }),
    )
    expect((await ask(stream)).text).not.toContain('"error"')
    const { text } = await ask(stream, 'Say something else.')
    expect(text).toContain('"error"')
    const failed = proxy.judgements[1]?.verdict.checks.filter(({ status }) => status === 'fail')
    const ids = failed?.map(({ id }) => id)
    expect(ids).toEqual(
      expect.arrayContaining([
        'enclave-receipt.response',
        'enclave-receipt.request',
        'commitment.prompt',
      ]),
    )
  })
})

describe('the official client hears of an error when a gateway', () => {
  const cut = (pattern: RegExp, by: string) => onRelay((text) => text.replace(pattern, by))
  const ends: readonly (readonly [string, ReturnType<typeof onRelay>])[] = [
    ['ends a stream with one line feed', cut(/\n\n[^]*$/, '\n')],
    ['sends nothing', cut(/^[^]*$/, '')],
    ['sends JSON in its place', cut(/^[^]*$/, '{"choices":[]}')],
  ]

  test.each(ends)('%s', async (_what, lie) => {
    middle.lie(lie)
    const client = new OpenAI({ baseURL: `${proxy.baseUrl}/v1`, apiKey: 'x', maxRetries: 0 })
    const read = async () => {
      const stream = await client.chat.completions.create({
        model: sealedModel,
        messages: [{ role: 'user', content: 'Say something.' }],
        max_tokens: fewWords,
        stream: true,
      })
      for await (const chunk of stream) expect(chunk.choices[0]?.index ?? 0).toBe(0)
    }
    await expect(read()).rejects.toMatchObject({ code: 'unverified_enclave' })
    expect(proxy.judgements.map(({ verdict }) => verdict.kind)).not.toContain('verified')
  })
})
