import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { TinfoilFault } from '../../../server/demo/providers/tinfoil/tinfoil-faults.ts'
import { badgeNames } from '../../support/badge-names.ts'
import { readConversation } from '../../support/read-conversation.ts'
import { startObservedSite } from '../../support/start-observed-site.ts'
import { startTinfoilGateway, tinfoilModels } from '../../support/start-tinfoil-gateway.ts'
import { untilEnd } from '../../support/until-end.ts'

// An enclave of Tinfoil's takes whole bodies: the browser judges its evidence, encrypts to it, and opens the answer.

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

const ask = (stream: boolean) => observed.ask(page, tinfoilModels.chat, stream)

test.each([
  ['whole', false],
  ['streamed', true],
])(
  'an answer that comes %s opens in the browser, which judged the evidence',
  async (_how, stream) => {
    expect((await ask(stream)).status).toBe(200)
    await expect
      .poll(() => badgeNames(page))
      .toEqual([expect.stringMatching(/^Simulated enclave\. /) as string])
    expect(posts.map(({ path }) => path)).toEqual(['/api/e2ee/relay'])
    expect(posts[0]?.body).not.toContain('receipt prove')
    const { turns } = await readConversation(observed, page)
    expect(turns.map(({ said }) => said.state)).toEqual(['simulated'])
  },
)

test.each<TinfoilFault>(['frame-left-out'])(
  'an enclave with the fault %s gets no badge that is good, and nothing in clear',
  async (fault) => {
    simulator.setFault(fault)
    const { text = '', error = null } = await ask(true)
    expect(`${text}${JSON.stringify(error)}`).toMatch(
      /unverified_enclave|upstream_error|attestation_unavailable/,
    )
    for (const { path, body } of posts) {
      expect(path).toBe('/api/e2ee/relay')
      expect(body).not.toContain('receipt prove')
    }
    expect((await badgeNames(page)).filter((name) => name.startsWith('Simulated'))).toEqual([])
  },
)
