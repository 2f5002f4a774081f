import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import {
  isRelay,
  keyLies,
  onRelay,
  relayLies,
  replayed,
} from '../../../support/gateway/gateway-lies.ts'
import { readConversation } from '../../../support/extension/read-conversation.ts'
import { sealedModel, startEnclave } from '../../../support/enclave/start-enclave.ts'
import type { Lie } from '../../../support/peers/start-middle.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'
import { stopWorkers } from '../../../support/extension/stop-workers.ts'

// The gateway is the attacker here, and then the enclave behind it; the page is an ordinary one. Nothing that they do to
// an encrypted exchange may end as an answer that is called good, or as a prompt in clear.

let page: Page
let posts: { path: string; body: string }[] = []

const setup = await startEnclave()
const observed = await untilEnd(
  startObservedSite({ running: { ...setup.gateway, stop: setup.stop } }),
)

beforeEach(async () => {
  lie({})
  setup.simulator.setFault(null)
  posts = []
  await observed.ui({ kind: 'wipe' })
  await observed.ui({ kind: 'set-development', on: true })
  await observed.setPair({ takeover: 'always' })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

/** Lies, and writes down what was posted before that. */
function lie(told: Lie): void {
  observed.gateway.lie({
    ...told,
    onRequest(passing) {
      const { path, request } = passing
      if (request.body.length > 0) posts.push({ path, body: request.body.toString() })
      told.onRequest?.(passing)
    },
  })
}

function expectNothingInClear(): void {
  for (const { path, body } of posts) {
    expect(path).toBe('/api/e2ee/relay')
    expect(body).not.toContain('words are private')
  }
}

const ask = (stream: boolean) => observed.ask(page, sealedModel, stream)

/** A refusal that a page can show, no end of a stream, and nothing anywhere that calls it good. */
async function expectFoundOut(asked: Awaited<ReturnType<typeof ask>>): Promise<void> {
  const told = `${asked.text ?? ''}${JSON.stringify(asked.error ?? null)}`
  // Where the gateway itself stumbles over its lie, its own refusal is passed on.
  expect(told).toMatch(/unverified_enclave|e2ee_header_missing/)
  // Short, so that a failure says which.
  expect(['[DONE]', 'commitment_salts', '"svc":'].filter((each) => told.includes(each))).toEqual([])
  expectNothingInClear()
  await expect
    .poll(async () => (await badgeNames(page)).filter((name) => !name.startsWith('Check failed. ')))
    .toEqual([])
  const { answers } = await observed.ui({
    kind: 'list-answers',
    origin: null,
    search: '',
    skip: 0,
  })
  for (const { card } of answers) expect(card.state).toBe('failed')
}

/** All of them: tests/integration/proxy/lying-gateway.test.ts. */
test.each(relayLies.slice(0, 1))(
  'a gateway that %s, or replays an earlier answer, is found out',
  async (_what, told) => {
    lie(told)
    await expectFoundOut(await ask(true))
    lie(replayed(isRelay))
    expect((await ask(false)).status).toBe(200)
    const asked = await ask(false)
    expect(asked.status).toBeGreaterThanOrEqual(400)
    await expectFoundOut(asked)
  },
)

test.each(keyLies().slice(0, 1))(
  'a gateway that shows %s is sent nothing',
  async (_what, told, check) => {
    lie(told)
    // What is started again verifies each enclave again.
    await stopWorkers(page)
    const { status, error } = await ask(false)
    expect(status).toBe(503)
    expect(error?.code).toBe('attestation_unavailable')
    expect(JSON.stringify(error)).toContain(check)
    expect(posts).toEqual([])
  },
)

describe('when encryption is wished for, and not insisted on', () => {
  beforeEach(async () => {
    await observed.setPair({ takeover: 'possible' })
    await page.reload()
  })

  test('a gateway that was sent the encrypted request and refuses it does not get it in clear', async () => {
    // For what is told before anything was encrypted, it would be sent in clear.
    const code = 'attestation_unavailable'
    lie({
      onAnswer(answer, { path }) {
        if (!isRelay(path)) return
        answer.status = 503
        answer.body = Buffer.from(JSON.stringify({ error: { code, message: 'Not like this.' } }))
      },
    })
    const { status, error } = await ask(false)
    expect({ status, code: error?.code }).toEqual({ status: 503, code })
    expect(posts.map(({ path }) => path)).toEqual(['/api/e2ee/relay'])
    expectNothingInClear()
  })

  test('an answer that fails is not asked for again in clear', async () => {
    lie(onRelay((text) => text.replace(/,"enclave_receipt":\{.*\}(?=\}\})/, '')))
    const { error } = await ask(false)
    expect(error?.code).toBe('unverified_enclave')
    // What the page was refused is not partly good.
    await expect
      .poll(async () => (await observed.newest())?.card)
      .toMatchObject({ state: 'failed', failed: { id: 'enclave-receipt.present' } })
    expect(posts).toHaveLength(1)
    expectNothingInClear()
  })

  test('a request that cannot be encrypted is the page’s own again', async () => {
    const { status } = await observed.ask(page, sealedModel, false, { seed: 2 ** 60 })
    expect(status).toBe(200)
    expect(posts.map(({ path }) => path)).toEqual(['/v1/chat/completions'])
    // What is kept of it later would be the next test's.
    await expect.poll(() => observed.newest()).not.toBeNull()
  })
})

test('what left this device is told of a request that no receipt came to', async () => {
  lie(onRelay((text) => text.replace(/,"svc":\{.*\}(?=\}[\n]|\}$)/m, '')))
  expect((await ask(false)).error?.code).toBe('unverified_enclave')
  expect(await observed.newest()).toBeNull()
  await expect
    .poll(async () => (await readConversation(observed, page)).sent)
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: 'messages[0].content', how: 'sealed' }),
        expect.objectContaining({ path: 'messages[0].role', how: 'clear' }),
      ]),
    )
})

/** All that an enclave may do: tests/integration/enclave/enclave-faults.test.ts. */
test('an answer that was shown already, and fails at its end, breaks off and wears the failed check', async () => {
  setup.simulator.setFault('response-hash')
  const { status, text = '' } = await ask(true)
  expect(status).toBe(200)
  const [, json = ''] = /^data: (\{"error".*)$/m.exec(text) ?? []
  const { error } = JSON.parse(json) as { error: ToldError }
  expect(error.code).toBe('unverified_enclave')
  // The browser repeats what the gateway says it found.
  const failed = { id: 'enclave-receipt.response', status: 'fail', by: 'gateway' }
  expect(error.checks).toContainEqual(expect.objectContaining(failed))
  expect(text).not.toMatch(/\[DONE\]|"svc"/)
  const red = expect.stringMatching(/^Check failed\. Do not rely on this answer/) as string
  await expect.poll(() => badgeNames(page)).toEqual([red])
  await expect
    .poll(async () => {
      const { turns, unplaced } = await readConversation(observed, page)
      return [...turns, ...unplaced].map(({ said }) => said.failed?.id)
    })
    .toEqual([failed.id])
  // Without a receipt there is nothing to keep.
  expect(await observed.newest()).toBeNull()
})

interface ToldError {
  readonly code: string
  readonly checks: readonly object[]
}
