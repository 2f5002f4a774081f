import { expect, test } from 'vitest'
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

const { gateway } = await untilEnd(startTinfoilGateway())
const observed = await untilEnd(startObservedSite({ running: { baseUrl: gateway.baseUrl } }))

test('an answer opens in the browser, which judged the evidence', async () => {
  const posts: { path: string; body: string }[] = []
  observed.gateway.lie({
    onRequest({ path, request }) {
      if (request.body.length > 0) posts.push({ path, body: request.body.toString('latin1') })
    },
  })
  await observed.ui({ kind: 'set-development', on: true })
  await observed.setPair({ takeover: 'always' })
  const page = await observed.openPage()
  expect((await observed.ask(page, tinfoilModels.chat, true)).status).toBe(200)
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
