import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import { readConversation } from '../../../support/extension/read-conversation.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'
import {
  startTinfoilGateway,
  tinfoilModels,
} from '../../../support/providers/start-tinfoil-gateway.ts'
import { untilEnd } from '../../../support/until-end.ts'

// An enclave of Tinfoil’s takes whole bodies: the browser judges its evidence, encrypts to it, and opens the answer.
// The extension meets every kind of enclave in tests/integration/providers/bought-badges.test.ts.

let page: Page
let posts: { path: string; body: string }[] = []

const setup = await startTinfoilGateway()
const { simulator, gateway } = setup
const observed = await untilEnd(
  startObservedSite({ running: { ...gateway, stop: () => setup.stop() } }),
)

beforeEach(async () => {
  posts = []
  simulator.setFault(null)
  observed.gateway.lie({
    onRequest({ path, request }) {
      if (request.body.length > 0) posts.push({ path, body: request.body.toString('latin1') })
    },
  })
  await observed.ui({ kind: 'wipe' })
  // Forgets the enclave that was verified.
  await observed.ui({ kind: 'set-development', on: true })
  await observed.setPair({ takeover: 'always' })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

const ask = () => observed.ask(page, tinfoilModels.chat, true)

test('an answer opens in the browser, which judged the evidence', async () => {
  expect((await ask()).status).toBe(200)
  await expect
    .poll(() => badgeNames(page))
    .toEqual([expect.stringMatching(/^Simulated enclave\. /) as string])
  expect(posts.map(({ path }) => path)).toEqual(['/api/e2ee/relay'])
  expect(posts[0]?.body).not.toContain('words are private')
  // The page tells of its turns a moment after it has drawn them.
  const states = async () =>
    (await readConversation(observed, page)).turns.map(({ said }) => said.state)
  await expect.poll(states).toEqual(['simulated'])
})

test('an enclave that leaves out a frame gets no badge that is good, and nothing in clear', async () => {
  simulator.setFault('frame-left-out')
  const { text = '', error = null } = await ask()
  expect(`${text}${JSON.stringify(error)}`).toMatch(
    /unverified_enclave|upstream_error|attestation_unavailable/,
  )
  for (const { path, body } of posts) {
    expect(path).toBe('/api/e2ee/relay')
    expect(body).not.toContain('words are private')
  }
  expect((await badgeNames(page)).filter((name) => name.startsWith('Simulated'))).toEqual([])
})
