import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sealedModel, startEnclave, type EnclaveSetup } from '../support/start-enclave.ts'
import { startMiddle, type Lie, type Middle, type Passed } from '../support/start-middle.ts'
import { startProxy, type RunningProxy } from '../support/start-proxy.ts'

// The gateway is the attacker here: it sees ciphertext, holds its own signing key, and may send
// anything. The proxy is the client that must not be taken in.

let setup: EnclaveSetup
let middle: Middle
let proxy: RunningProxy

beforeAll(async () => {
  setup = await startEnclave()
  middle = await startMiddle(setup.gateway.baseUrl)
})

beforeEach(async () => {
  middle.lie({})
  proxy = await startProxy(middle.baseUrl)
  return () => proxy.close()
})

afterAll(async () => {
  await middle.close()
  await setup.stop()
})

interface Answer {
  readonly status: number
  readonly text: string
}

async function ask(stream: boolean, content = 'Say something.'): Promise<Answer> {
  const response = await fetch(`${proxy.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: sealedModel, stream, messages: [{ role: 'user', content }] }),
  })
  return { status: response.status, text: await response.text() }
}

const isRelay = (path: string) => path === '/api/e2ee/relay'
const isKey = (path: string) => path.startsWith('/api/e2ee/key')

/** Changes the text of what the relay answers. */
function onRelay(change: (text: string) => string): Lie {
  return {
    onAnswer(answer, { path }) {
      if (isRelay(path)) answer.body = Buffer.from(change(answer.body.toString('utf8')))
    },
  }
}

interface KeyDocument {
  public_key: string
  upstream_model: string
  attestation: { attestation: { workload_keyset: { e2ee_public_keys: { public_key: string }[] } } }
}

function onKey(change: (document: KeyDocument) => void): Lie {
  return {
    onAnswer(answer, { path }) {
      if (!isKey(path)) return
      const document = JSON.parse(answer.body.toString('utf8')) as KeyDocument
      change(document)
      answer.body = Buffer.from(JSON.stringify(document))
    },
  }
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
  const foreignKey = '11'.repeat(32)

  test.each<[string, Lie, string]>([
    [
      'a key of its own beside an honest quote',
      onKey((document) => {
        document.public_key = foreignKey
      }),
      'channel.e2ee-key',
    ],
    [
      'a key of its own in the keyset too',
      onKey((document) => {
        const { workload_keyset: keyset } = document.attestation.attestation
        document.public_key = foreignKey
        for (const key of keyset.e2ee_public_keys) {
          if (key.public_key.length === 64) key.public_key = foreignKey
        }
      }),
      'aci.keyset-digest',
    ],
    ['the report of an earlier question', replayed(isKey), 'quote.report-data'],
  ])('a gateway that shows %s gets nothing to read', async (_what, lie, check) => {
    const seen: string[] = []
    middle.lie({
      onRequest: ({ path }) => seen.push(path),
      onAnswer: (answer, passing) => lie.onAnswer?.(answer, passing),
    })
    // What is replayed has to be recorded first.
    await fetch(`${middle.baseUrl}/api/e2ee/key?model=${sealedModel}&nonce=${'ab'.repeat(32)}`)
    const { status, text } = await ask(false)
    expect(status).toBe(503)
    expect(text).toContain('attestation_unavailable')
    expect(text).toContain(check)
    expect(seen.some(isRelay)).toBe(false)
    expect(proxy.judgements).toHaveLength(0)
  })
})

/** Answers every such request as it answered the first one. */
function replayed(which: (path: string) => boolean): Lie {
  let first: Passed | null = null
  return {
    onAnswer(answer, { path }) {
      if (!which(path)) return
      first ??= { ...answer }
      Object.assign(answer, first)
    },
  }
}

/** The value of a member in the text of `svc`, replaced. */
function replaceIn(pattern: RegExp, by: string): Lie {
  return onRelay((text) => {
    const changed = text.replace(pattern, by)
    expect(changed).not.toBe(text)
    return changed
  })
}

const flipHex = (text: string) => `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`

describe.each([false, true])('with an answer to show, streamed: %s', (stream) => {
  const lies: [string, Lie, string][] = [
    [
      'alters ciphertext',
      onRelay((text) => text.replace(/[0-9a-f]{130,}/, flipHex)),
      'e2ee.encrypted',
    ],
    [
      'puts clear text in its place',
      onRelay((text) => text.replace(/"content":"[0-9a-f]{120,}"/, '"content":"trust me"')),
      'e2ee.encrypted',
    ],
    [
      'alters what is not encrypted',
      replaceIn(/"model":"countersign-demo"/, '"model":"a-better-model"'),
      'enclave-receipt.response',
    ],
    [
      'takes svc away',
      onRelay((text) => text.replace(/,"svc":\{.*\}(?=\}[\n]|\}$)/m, '')),
      'e2ee.mode',
    ],
    [
      'claims a weaker mode',
      replaceIn(/"privacy_mode":"e2ee"/, '"privacy_mode":"tee"'),
      'svc.mode',
    ],
    [
      'forges its receipt',
      replaceIn(/"mode":"e2ee","model"/, '"mode":"tee","model"'),
      'receipt.digest',
    ],
    [
      'signs for another measurement',
      replaceIn(/"measurement":"[0-9a-f]{64}"/, `"measurement":"${'00'.repeat(32)}"`),
      'receipt.digest',
    ],
    [
      'takes the enclave receipt away',
      onRelay((text) => text.replace(/,"enclave_receipt":\{.*\}(?=\}\})/, '')),
      'enclave-receipt.present',
    ],
    [
      'alters the enclave receipt',
      replaceIn(/"receipt_id":"rcpt-[0-9a-f]/, '"receipt_id":"rcpt-z'),
      'enclave-receipt.signature',
    ],
    [
      'announces another receipt',
      {
        onAnswer(answer, { path }) {
          if (isRelay(path)) answer.headers['x-receipt-id'] = 'rcpt-of-another'
        },
      },
      'enclave-receipt.id',
    ],
    [
      'strips the headers of encryption',
      {
        onRequest({ path, request }) {
          if (isRelay(path)) delete request.headers['x-e2ee-version']
        },
      },
      'e2ee_header_missing',
    ],
    [
      'swaps the key of the client',
      {
        onRequest({ path, request }) {
          if (isRelay(path))
            request.headers['x-client-pub-key'] =
              '5dfedd3b6bd47f6fa28ee15d969d5bb0ea53774d488bdaf9df1c6e0124b3ef22'
        },
      },
      'e2ee.encrypted',
    ],
    [
      'alters a member of the request that is not encrypted',
      {
        onRequest({ path, request }) {
          if (!isRelay(path)) return
          const text = request.body.toString('utf8')
          request.body = Buffer.from(text.replace('"stream"', '"max_tokens":3,"stream"'))
        },
      },
      'enclave-receipt.request',
    ],
  ]

  test.each(lies)('a gateway that %s is found out', async (_what, lie, expected) => {
    middle.lie(lie)
    const { status, text } = await ask(stream)
    expect(text).toContain('"error"')
    expect(text).not.toContain('[DONE]')
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
  })

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
