import { expect, inject, test } from 'vitest'
import { simulatedReferenceValues } from '#shared/attestation/appraise/simulated-reference-values.ts'
import { untilEnd } from '../../../support/until-end.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'

// What the user accepts of an enclave is what it is held against before anything is encrypted to it.

const model = 'svc-assist-mini'
let posts: string[] = []

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))
observed.gateway.lie({
  onRequest({ path, request }) {
    if (request.body.length > 0) posts.push(path)
  },
})
await observed.setPair({ takeover: 'always' })
const own = await observed.newTab()
const page = await observed.openPage()

await own.goto(observed.extension.pageUrl('options.html#measurements'))

async function accept(values: object): Promise<void> {
  await own.getByLabel('Reference values, JSON').fill(JSON.stringify(values))
  await own.getByRole('button', { name: 'Accept these values' }).click()
  await own.getByText('These values are accepted from now on.').waitFor()
}

interface ToldCheck {
  readonly id: string
  readonly status: string
}

/** Asks without development mode: what a refusal says that did not hold of the simulated enclave. */
async function failedChecks(): Promise<readonly string[]> {
  const { status, error } = await observed.ask(page, model, false)
  expect({ status, code: error?.code }).toEqual({ status: 503, code: 'attestation_unavailable' })
  expect(posts).toEqual([])
  const { checks } = error as unknown as { checks: readonly ToldCheck[] }
  return checks.filter((check) => check.status === 'fail').map(({ id }) => id)
}

/** Of a simulated enclave no hardware is the root, whatever it measures to. */
const root = 'quote.root'

test('a value that the user pasted is what it does not measure to, and the shipped ones again are', async () => {
  await accept({ ...simulatedReferenceValues, compose_hashes: ['00'.repeat(32)] })
  expect(await failedChecks()).toEqual([root, 'policy.compose'])
  await own.getByRole('button', { name: 'Back to the shipped values' }).click()
  await own.getByText('Only the shipped values are accepted.').waitFor()
  expect(await failedChecks()).toEqual([root])
  // In development mode the simulated enclave that was refused answers, and without it no longer.
  await observed.ui({ kind: 'set-development', on: true })
  expect((await observed.ask(page, model, false)).status).toBe(200)
  expect(posts).toEqual(['/api/e2ee/relay'])
  await expect.poll(async () => (await observed.newest())?.card.state).toBe('simulated')
  posts = []
  await observed.ui({ kind: 'set-development', on: false })
  expect(await failedChecks()).toEqual([root])
})
