import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Fault } from '../../../server/demo/enclave/faults.ts'
import { untilEnd } from '../../support/until-end.ts'
import { badgeNames } from '../../support/badge-names.ts'
import { readConversation } from '../../support/read-conversation.ts'
import { sealedModel, startEnclave } from '../../support/start-enclave.ts'
import { startObservedSite } from '../../support/start-observed-site.ts'

// The ways in which the enclave behind the gateway can misbehave, as a person sees them in a chat.

let page: Page

const setup = await startEnclave()
const observed = await untilEnd(
  startObservedSite({ running: { ...setup.gateway, stop: setup.stop } }),
)
await observed.ui({ kind: 'set-development', on: true })
await observed.setPair({ takeover: 'always' })
// One in order, so that there is another exchange to take a receipt from.
const first = await observed.openPage()
expect((await observed.ask(first, sealedModel, false)).status).toBe(200)
await first.close()

beforeEach(async () => {
  setup.simulator.setFault(null)
  await observed.ui({ kind: 'wipe' })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

/** One failed check and who found it; the browser repeats what the gateway says it found. */
type Found = readonly [check: string, by: 'gateway' | 'you']

interface Refusal {
  readonly status: number
  readonly code: string
  readonly found?: Found
}

interface Broken {
  /** Of each error that stands in the stream, in their order. */
  readonly errors: readonly Omit<Refusal, 'status'>[]
  /** The check on the red badge; null where too little text came for a badge to have a place. */
  readonly badge: string | null
}

/** The gateway breaks off without a signature: that is what the browser itself finds. */
const unsigned = { code: 'unverified_enclave', found: ['e2ee.mode', 'you'] } as const

/** Samples, each in one form; all of them: tests/integration/enclave-faults.test.ts. */
const answerFaults = {
  'response-hash': {
    errors: [{ code: 'unverified_enclave', found: ['enclave-receipt.response', 'gateway'] }],
    badge: 'enclave-receipt.response',
  },
  'undecryptable-chunk': {
    status: 503,
    code: 'unverified_enclave',
    found: ['e2ee.encrypted', 'you'],
  },
  'cut-stream': { errors: [{ code: 'upstream_error' }], badge: null },
} as const satisfies Partial<Record<Fault, Broken | Refusal>>

interface ToldError {
  readonly code: string
  readonly checks?: readonly { readonly id: string; readonly status: string; readonly by: string }[]
}

function expectError(error: ToldError | undefined, { code, found }: Omit<Refusal, 'status'>): void {
  expect(error?.code).toBe(code)
  const failed = (error?.checks ?? []).filter(({ status }) => status === 'fail')
  if (found === undefined) return expect(failed).toEqual([])
  const [id, by] = found
  expect(failed).toContainEqual(expect.objectContaining({ id, by }))
}

/** An answer of which the browser has the receipt is kept as failed, whatever the page makes of it. */
async function expectKept(
  { found }: Omit<Refusal, 'status'>,
  failed: string | null,
): Promise<void> {
  const { card } = (await observed.newest()) ?? {}
  if (found?.[1] !== 'you' || found === unsigned.found) return expect(card).toBeUndefined()
  expect(card?.state).toBe('failed')
  if (failed !== null) expect(card?.failed?.id).toBe(failed)
}

async function expectRefused(expected: Refusal): Promise<void> {
  const { status, error } = await observed.ask(page, sealedModel, false)
  expect(status).toBe(expected.status)
  expectError(error as ToldError | undefined, expected)
  await expect.poll(() => badgeNames(page)).toEqual([])
  await expectKept(expected, expected.found?.[0] ?? null)
}

/** An answer that was shown already, as it came. */
async function expectBroken({ errors, badge }: Broken): Promise<void> {
  const { status, text = '' } = await observed.ask(page, sealedModel, true)
  expect(status).toBe(200)
  const told = [...text.matchAll(/^data: (\{"error".*)$/gm)].map(
    ([, json]) => (JSON.parse(json ?? '') as { error: ToldError }).error,
  )
  expect(told.map(({ code }) => code)).toEqual(errors.map(({ code }) => code))
  errors.forEach((expected, index) => expectError(told[index], expected))
  expect(text).not.toMatch(/\[DONE\]|"svc"/)
  if (badge === null) {
    expect(await page.locator('article').innerText()).not.toContain('language model')
    await expect
      .poll(async () =>
        (await badgeNames(page)).filter((name) => !/^(?:Check failed|No receipt)\. /.test(name)),
      )
      .toEqual([])
  } else {
    const red = expect.stringMatching(/^Check failed\. Do not rely on this answer/) as string
    await expect.poll(() => badgeNames(page)).toEqual([red])
    await expect
      .poll(async () => {
        const { turns, unplaced } = await readConversation(observed, page)
        return [...turns, ...unplaced].map(({ said }) => said.failed?.id)
      })
      .toEqual([badge])
  }
  await expectKept(errors.at(-1) ?? unsigned, badge)
}

test.each(Object.entries(answerFaults) as [Fault, Broken | Refusal][])(
  'an enclave that %s is called by what it did',
  async (fault, expected) => {
    setup.simulator.setFault(fault)
    await ('status' in expected ? expectRefused(expected) : expectBroken(expected))
  },
)

test('an enclave that changes its keys is verified again, and the answer comes', async () => {
  setup.simulator.setFault('keyset-changes')
  const { status } = await observed.ask(page, sealedModel, true)
  expect(status).toBe(200)
  await page.locator('article + countersign-badge').waitFor()
  await expect
    .poll(async () => (await observed.newest())?.card)
    .toMatchObject({ state: 'simulated', failed: null })
})
