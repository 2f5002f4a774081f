import { expect, test } from 'vitest'
import { addEvidence } from '../../../../server/gateway/routes/evidence.ts'

type Handler = (request: object, reply: object) => Promise<unknown>

test('what is no digest is looked for in no folder', async () => {
  const looked: string[] = []
  const find = async (digest: string) => {
    looked.push(digest)
    return null
  }
  let look: Handler = () => expect.unreachable('the route was added')
  const app = { get: (_path: string, _options: object, handler: Handler) => (look = handler) }
  addEvidence(...([app, { evidence: { find } }] as unknown as Parameters<typeof addEvidence>))
  const digest = 'ab'.repeat(32)
  for (const asked of ['../../keys', digest.toUpperCase(), `${digest}.json`, digest]) {
    await expect(look({ params: { digest: asked } }, {})).rejects.toMatchObject({
      code: 'not_found',
    })
  }
  expect(looked).toEqual([digest])
})
