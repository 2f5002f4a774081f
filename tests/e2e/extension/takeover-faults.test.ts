import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { faults, type Fault } from '../../../server/simulator/faults.ts'
import { badgeNames } from '../../support/badge-names.ts'
import { sealedModel, startEnclave, type EnclaveSetup } from '../../support/start-enclave.ts'
import { startObservedSite, type ObservedSite } from '../../support/start-observed-site.ts'

// Each way in which the enclave behind the gateway can misbehave, as a person sees it in a chat.

let setup: EnclaveSetup
let observed: ObservedSite
let page: Page

beforeAll(async () => {
  setup = await startEnclave()
  observed = await startObservedSite({ running: { ...setup.gateway, stop: setup.stop } })
  await observed.ui({ kind: 'set-development', on: true })
  await observed.setPair({ takeover: 'always' })
  // One in order, so that there is another exchange to take a receipt from.
  const first = await observed.openPage()
  expect((await observed.ask(first, sealedModel, false)).status).toBe(200)
  await first.close()
})

afterAll(() => observed.close())

beforeEach(async () => {
  setup.simulator.setFault(null)
  await observed.ui({ kind: 'wipe' })
  page = await observed.openPage()
  return () => page.close()
})

/** A page that shows no answer of it, or shows it under a red badge. */
async function expectRefused(stream: boolean): Promise<void> {
  const asked = await observed.ask(page, sealedModel, stream)
  if (asked.status === 200) {
    expect(asked.text).toContain('"error"')
    expect(asked.text).not.toContain('[DONE]')
    expect(asked.text).not.toContain('"svc"')
    const shown = await page.locator('article').innerText()
    // A text that is too short to be found is not marked, and nothing calls it good.
    if (shown.split(/\s+/).length > 8) {
      await expect.poll(() => badgeNames(page)).toEqual([expect.stringMatching(/^Failed: /)])
    }
  } else expect(asked.error?.code).toMatch(/unverified|unavailable|upstream/)
  for (const name of await badgeNames(page)) expect(name).toMatch(/^Failed: /)
  const answer = await observed.newest()
  if (answer) expect(answer.card.state).toBe('failed')
}

const answerFaults = [
  'foreign-receipt',
  'foreign-receipt-key',
  'receipt-missing',
  'request-hash',
  'response-hash',
  'upstream-unverified',
  'plaintext-answer',
  'undecryptable-chunk',
  'cut-stream',
  'reordered-chunks',
  'model-aliased',
  'hang',
  'http-500',
  'die-midstream',
] as const satisfies readonly Fault[]

/** They concern the boot: the enclave must be started with them. */
const bootFaults = [
  'wrong-measurement',
  'wrong-workload',
  'stale-tcb',
  'debug-td',
  'expired-keyset',
  'swapped-e2ee-key',
  'swapped-tls-key',
  'replayed-nonce',
] as const satisfies readonly Fault[]

test('every fault that the simulator knows is tried', () => {
  const tried = [...answerFaults, ...bootFaults, 'keyset-changes']
  expect(tried.toSorted()).toEqual(Object.keys(faults).toSorted())
})

describe.each(answerFaults)('an enclave that %s', (fault) => {
  test.each([false, true])('is called by what it did, streamed: %s', async (stream) => {
    setup.simulator.setFault(fault)
    await expectRefused(stream)
  })
})

test('an enclave that changes its keys is verified again, and the answer comes', async () => {
  setup.simulator.setFault('keyset-changes')
  const { status } = await observed.ask(page, sealedModel, true)
  expect(status).toBe(200)
  await page.locator('article + countersign-badge').waitFor()
  expect((await observed.newest())?.card).toMatchObject({ state: 'simulated', failed: null })
})

test.each(bootFaults)('an enclave that %s is sent nothing', async (fault) => {
  const broken = await startEnclave({ fault })
  try {
    const { origin } = new URL(broken.gateway.baseUrl)
    const { signers } = await observed.ui({ kind: 'look-at-gateway', url: origin })
    await observed.ui({
      kind: 'add-gateway',
      origin,
      signer: signers.current.address,
      key: null,
    })
    await observed.setPair({ gateway: origin, takeover: 'always' })
    // A page learns of it a moment later; one that is loaded knows.
    await page.reload()
    const { status, error } = await page.evaluate(
      async ([url, model]) => {
        const response = await fetch(`${url}/v1/chat/completions`, {
          method: 'POST',
          body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] }),
        })
        const body = (await response.json()) as { error?: { code: string } }
        return { status: response.status, ...body }
      },
      [origin, sealedModel] as const,
    )
    expect(status).toBe(503)
    expect(error?.code).toBe('attestation_unavailable')
    expect(broken.simulator.counts.chat).toBe(0)
    await observed.ui({ kind: 'remove-gateway', origin })
  } finally {
    await broken.stop()
  }
})
