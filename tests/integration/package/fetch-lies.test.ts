import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CountersignError } from '#shared/package/countersign-error.ts'
import { untilEnd } from '../../support/until-end.ts'
import {
  anyContent,
  everyAsk,
  packageBefore,
  refusalOf,
  type AskedPackage,
} from '../../support/requests/countersign-requests.ts'
import {
  isRelay,
  keyLies,
  lieOfKey,
  relayLies,
  replayed,
  vectorLies,
} from '../../support/gateway/gateway-lies.ts'
import { sealedModel, startVectorsEnclave } from '../../support/enclave/start-enclave.ts'
import { startMiddle, type Lie } from '../../support/peers/start-middle.ts'
import { threeOf } from '../../support/three-of.ts'

// The gateway is the attacker, and the fetch of the package must not be taken in. `lying-gateway.test.ts` runs all of its lies.

const setup = await untilEnd(startVectorsEnclave())
const middle = await untilEnd(startMiddle(setup.gateway.baseUrl))

beforeEach(() => middle.lie({}))

const ofVectors = everyAsk.filter(([path]) => path === 'embeddings')
/** Of dialects and deliveries; in each of them faults are met by `fetch-faults.test.ts`. */
const someAsks = threeOf(everyAsk)

const ofChat = someAsks.slice(0, 1)

/** The refusals of all of these, which are asked side by side. */
function refusals({ askAs }: AskedPackage, asks: typeof someAsks) {
  return Promise.all(asks.map(([path, body]) => refusalOf(askAs(path, body))))
}

describe.each(['tee', 'e2ee'] as const)('in %s', (atLeast) => {
  test.each(threeOf(keyLies()))(
    'a gateway that shows %s gets nothing to read',
    async (_what, lie, check) => {
      const seen = await lieOfKey(middle, lie, sealedModel)
      for (const error of await refusals(packageBefore(middle.baseUrl, { atLeast }), ofChat)) {
        expect(error.code).toBe('attestation_unavailable')
        expect(error.checks).toContain(check)
      }
      expect(seen.some((path) => isRelay(path) || isAnswered(path))).toBe(false)
    },
  )
})

const isAnswered = (path: string) => path === '/v1/chat/completions' || path === '/v1/embeddings'

describe('in e2ee', () => {
  test.each([
    ...threeOf(relayLies).map((lie) => [...lie, someAsks] as const),
    ...vectorLies.map((lie) => [...lie, ofVectors] as const),
  ])('a gateway that %s is found out', async (_what, lie, expected, asks) => {
    middle.lie(lie)
    const before = packageBefore(middle.baseUrl, { atLeast: 'e2ee' })
    for (const error of await refusals(before, asks)) {
      expect([error.code, ...error.checks]).toContain(expected)
    }
    for (const verdict of before.verdicts) expect(verdict.outcome).toBe('refused')
  })

  test.each(someAsks)(
    'a gateway that replays an earlier answer is found out: %s %j',
    async (path, body) => {
      middle.lie(replayed(isRelay))
      const { askAs } = packageBefore(middle.baseUrl, { atLeast: 'e2ee' })
      expect(await (await askAs(path, body)).text()).toMatch(anyContent)
      expect((await refusalOf(askAs(path, body))).code).toBe('unverified_enclave')
    },
  )
})

/** Changes the text of an answer in clear. */
function onAnswer(change: (text: string) => string): Lie {
  return {
    onAnswer(answer, { path }) {
      if (!isAnswered(path)) return
      const text = answer.body.toString('utf8')
      const changed = change(text)
      expect(changed).not.toBe(text)
      answer.body = Buffer.from(changed)
    },
  }
}

const others: readonly (readonly [string, Lie, string])[] = [
  [
    'alters a word',
    onAnswer((text) =>
      text
        .replace(/("content":"[^"]*)demo/, '$1dema')
        .replace('"embedding":[', '"embedding":[0.5,'),
    ),
    'commitment.response',
  ],
  [
    'alters what no receipt of its own covers',
    onAnswer((text) => text.replace(/"(id|model)":"[^"]+"/, '"$1":"another"')),
    'enclave-receipt.response',
  ],
  [
    'takes svc away',
    onAnswer((text) => text.replace(/,"svc":\{.*\}(?=\}\n|\}$)/m, '')),
    'enclave-receipt.present',
  ],
  [
    'takes the enclave’s receipt away',
    onAnswer((text) =>
      text.replace(/,"enclave_receipt":\{.*\}(?=(?:,"committed":"\w+")?\}\})/, ''),
    ),
    'enclave-receipt.present',
  ],
  [
    'claims another mode',
    onAnswer((text) => text.replace('"privacy_mode":"tee"', '"privacy_mode":"e2ee"')),
    'svc.mode',
  ],
  [
    'signs for another measurement',
    onAnswer((text) =>
      text.replace(/"measurement":"[0-9a-f]{64}"/, `"measurement":"${'00'.repeat(32)}"`),
    ),
    'receipt.digest',
  ],
  [
    'asks something else',
    {
      onRequest({ path, request }) {
        if (!isAnswered(path)) return
        const text = request.body.toString('utf8')
        request.body = Buffer.from(text.replace('Say something.', 'Say something else.'))
      },
    },
    'commitment.prompt',
  ],
  [
    'shows evidence that is cut',
    {
      onAnswer(answer, { path }) {
        if (!path.includes('&keyset=')) return
        const text = answer.body.toString('utf8')
        answer.body = Buffer.from(text.replace(/"quote":"[0-9a-f]{64}/, '"quote":"'))
      },
    },
    'evidence.format',
  ],
]

test.each([
  ['whoever asks what it says of itself', /^\/api\/limits/],
  ['whoever asks it something', /^\/(v1\/chat\/completions|api\/e2ee\/relay)$/],
])('a gateway that redirects, %s, is not followed', async (_what, where) => {
  const followed: string[] = []
  middle.lie({
    onRequest: ({ path }) => void (path === '/there' && followed.push(path)),
    onAnswer(answer, { path }) {
      if (!where.test(path)) return
      answer.status = 307
      answer.headers['location'] = '/there'
    },
  })
  for (const atLeast of ['tee', 'e2ee'] as const) {
    const error = await refusalOf(packageBefore(middle.baseUrl, { atLeast }).ask())
    expect(error.code).toBe('gateway_unreachable')
    expect(error.message).toContain('redirects')
  }
  expect(followed).toEqual([])
})

describe('in tee', () => {
  test.each(others)('a gateway that %s is found out', async (what, lie, expected) => {
    middle.lie(lie)
    const before = packageBefore(middle.baseUrl, { atLeast: 'tee' })
    const isSample = threeOf(others).some(([sample]) => sample === what)
    for (const error of await refusals(before, isSample ? someAsks : ofChat)) {
      expect(error.checks, error.message).toContain(expected)
    }
    for (const verdict of before.verdicts) expect(verdict.outcome).toBe('refused')
  })

  test.each(someAsks)(
    'a gateway that answers the same question as it did before is found out: %s %j',
    async (path, body) => {
      middle.lie(replayed(isAnswered))
      const { askAs, verdicts } = packageBefore(middle.baseUrl, { atLeast: 'tee' })
      expect(await (await askAs(path, body)).text()).toMatch(anyContent)
      expect((await refusalOf(askAs(path, body))).checks).toContain('enclave-receipt.time')
      expect(verdicts.map(({ outcome }) => outcome)).toEqual(['returned', 'refused'])
    },
  )

  test('a gateway that answers with what the enclave said minutes ago, to somebody else, is found out', async () => {
    middle.lie(replayed(isAnswered))
    const earlier = packageBefore(middle.baseUrl, { atLeast: 'tee' })
    expect(await (await earlier.ask()).text()).toMatch(anyContent)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 200_000 })
    onTestFinished(() => void vi.useRealTimers())
    const { ask } = packageBefore(middle.baseUrl, { atLeast: 'tee' })
    expect((await refusalOf(ask())).checks).toContain('enclave-receipt.time')
  })

  test.each([
    [{ shown_mode: 'e2ee' }, {}, 409, 'shown_mode_stale'],
    [{}, { 'x-svc-shown-mode': 'e2ee' }, 409, 'shown_mode_stale'],
    [{ shown_mode: 'private' }, { 'x-svc-shown-mode': 'tee' }, 400, 'invalid_request_error'],
    [{ shown_mode: 'E2EE' }, {}, 400, 'invalid_request_error'],
  ])(
    'what one request demands beyond the options is not answered with less: %j %j',
    async (body, headers, status, code) => {
      const seen: string[] = []
      middle.lie({ onRequest: ({ path }) => seen.push(path) })
      const { askAs } = packageBefore(middle.baseUrl, { atLeast: 'tee' })
      for (const path of ['chat/completions', 'messages', 'responses'] as const) {
        const response = await askAs(path, body, { headers })
        expect(response.status).toBe(status)
        expect(await response.text()).toContain(code)
      }
      expect(seen.filter(isAnswered)).toEqual([])
      expect((await askAs('chat/completions', { shown_mode: 'private' })).status).toBe(200)
    },
  )

  test('what a gateway says in svc beside its receipts does not reach the caller; the verdict is of here', async () => {
    const verdict = { by: 'countersign', state: 'verified', sentence: 'LIE' }
    const lies = JSON.stringify({ verdict, note: 'LIE', resolved_via_trait: 'LIE' }).slice(1, -1)
    for (const lie of [{}, onAnswer((text) => text.replace('"svc":{', `"svc":{${lies},`))]) {
      middle.lie(lie)
      const { askAs } = packageBefore(middle.baseUrl, { atLeast: 'tee' })
      for (const [path, body] of everyAsk) {
        const text = await (await askAs(path, body)).text()
        expect(text).not.toContain('LIE')
        expect(text).toMatch(/"verdict":\{"by":"countersign","state":"simulated"/)
      }
    }
  })

  test('a gateway that ends a stream before its end is found out', async () => {
    middle.lie(onAnswer((text) => text.replace(/\n\ndata: \[DONE\]\n\n$/, '\n\n')))
    const { askAs } = packageBefore(middle.baseUrl, { atLeast: 'tee' })
    for (const path of ['chat/completions', 'responses', 'messages'] as const) {
      expect((await refusalOf(askAs(path, { stream: true }))).code).toBe('incomplete')
    }
  })

  test('a gateway that answers in another form than was asked is found out', async () => {
    middle.lie({
      onRequest({ path, request }) {
        if (!isAnswered(path)) return
        const text = request.body.toString('utf8')
        request.body = Buffer.from(text.replace('"stream":true', '"stream":false'))
      },
    })
    const { askAs } = packageBefore(middle.baseUrl, { atLeast: 'tee' })
    for (const path of ['chat/completions', 'responses', 'messages'] as const) {
      expect(await refusalOf(askAs(path, { stream: true }))).toBeInstanceOf(CountersignError)
    }
  })
})
