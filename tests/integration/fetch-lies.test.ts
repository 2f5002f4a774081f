import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CountersignError } from '#shared/package/countersign-error.ts'
import { packageBefore, refusalOf } from '../support/countersign-requests.ts'
import { contentMark } from '../support/fault-outcomes.ts'
import { isRelay, keyLies, relayLies, replayed } from '../support/gateway-lies.ts'
import { sealedModel, startEnclave, type EnclaveSetup } from '../support/start-enclave.ts'
import { startMiddle, type Lie, type Middle } from '../support/start-middle.ts'

// The gateway is the attacker, and the fetch of the package must not be taken in.

let setup: EnclaveSetup
let middle: Middle

beforeAll(async () => {
  setup = await startEnclave()
  middle = await startMiddle(setup.gateway.baseUrl)
})

beforeEach(() => middle.lie({}))

afterAll(async () => {
  await middle.close()
  await setup.stop()
})

const deliveries = [{ stream: false }, { stream: true }]

describe.each(['tee', 'e2ee'] as const)('in %s', (atLeast) => {
  test.each(keyLies())(
    'a gateway that shows %s gets nothing to read',
    async (_what, lie, check) => {
      const seen: string[] = []
      middle.lie({
        onRequest: ({ path }) => seen.push(path),
        onAnswer: (answer, passing) => lie.onAnswer?.(answer, passing),
      })
      await fetch(`${middle.baseUrl}/api/e2ee/key?model=${sealedModel}&nonce=${'ab'.repeat(32)}`)
      const { ask } = packageBefore(middle.baseUrl, { atLeast })
      const error = await refusalOf(ask())
      expect(error.code).toBe('attestation_unavailable')
      expect(error.checks).toContain(check)
      expect(seen.some((path) => isRelay(path) || isChat(path))).toBe(false)
    },
  )
})

const isChat = (path: string) => path === '/v1/chat/completions'

describe('in e2ee', () => {
  test.each(relayLies)('a gateway that %s is found out', async (_what, lie, expected) => {
    middle.lie(lie)
    const { ask, verdicts } = packageBefore(middle.baseUrl, { atLeast: 'e2ee' })
    for (const delivery of deliveries) {
      const error = await refusalOf(ask(delivery))
      expect([error.code, ...error.checks]).toContain(expected)
    }
    for (const verdict of verdicts) expect(verdict.outcome).toBe('refused')
  })

  test('a gateway that replays an earlier answer is found out', async () => {
    for (const delivery of deliveries) {
      middle.lie(replayed(isRelay))
      const { ask } = packageBefore(middle.baseUrl, { atLeast: 'e2ee' })
      expect(await (await ask(delivery)).text()).toMatch(contentMark)
      expect((await refusalOf(ask(delivery))).code).toBe('unverified_enclave')
    }
  })
})

/** Changes the text of an answer in clear. */
function onChat(change: (text: string) => string): Lie {
  return {
    onAnswer(answer, { path }) {
      if (!isChat(path)) return
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
    onChat((text) => text.replace(/("content":"[^"]*)demo/, '$1dema')),
    'commitment.response',
  ],
  [
    'alters what no receipt of its own covers',
    onChat((text) => text.replace(/"id":"[^"]+"/, '"id":"another"')),
    'enclave-receipt.response',
  ],
  [
    'takes svc away',
    onChat((text) => text.replace(/,"svc":\{.*\}(?=\}\n|\}$)/m, '')),
    'enclave-receipt.present',
  ],
  [
    'takes the enclave’s receipt away',
    onChat((text) => text.replace(/,"enclave_receipt":\{.*\}(?=\}\})/, '')),
    'enclave-receipt.present',
  ],
  [
    'claims another mode',
    onChat((text) => text.replace('"privacy_mode":"tee"', '"privacy_mode":"e2ee"')),
    'svc.mode',
  ],
  [
    'signs for another measurement',
    onChat((text) =>
      text.replace(/"measurement":"[0-9a-f]{64}"/, `"measurement":"${'00'.repeat(32)}"`),
    ),
    'receipt.digest',
  ],
  [
    'asks something else',
    {
      onRequest({ path, request }) {
        if (!isChat(path)) return
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

describe('in tee', () => {
  test.each(others)('a gateway that %s is found out', async (_what, lie, expected) => {
    middle.lie(lie)
    const { ask, verdicts } = packageBefore(middle.baseUrl, { atLeast: 'tee' })
    for (const delivery of deliveries) {
      const error = await refusalOf(ask(delivery))
      expect(error.checks, error.message).toContain(expected)
    }
    for (const verdict of verdicts) expect(verdict.outcome).toBe('refused')
  })

  test('a gateway that ends a stream before its end is found out', async () => {
    middle.lie(onChat((text) => text.replace(/\n\ndata: \[DONE\]\n\n$/, '\n\n')))
    const { ask } = packageBefore(middle.baseUrl, { atLeast: 'tee' })
    expect((await refusalOf(ask({ stream: true }))).code).toBe('incomplete')
  })

  test('a gateway that answers in another form than was asked is found out', async () => {
    middle.lie({
      onRequest({ path, request }) {
        if (!isChat(path)) return
        const text = request.body.toString('utf8')
        request.body = Buffer.from(text.replace('"stream":true', '"stream":false'))
      },
    })
    const { ask } = packageBefore(middle.baseUrl, { atLeast: 'tee' })
    expect(await refusalOf(ask({ stream: true }))).toBeInstanceOf(CountersignError)
  })
})
