import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { judgeWithTraits } from '../../../../extension/background/observe/judge-with-traits.ts'
import { initialSettings } from '../../../../extension/settings/settings.ts'
import { signAnswer } from '../../../support/receipts/sign-answer.ts'

const gateway = 'https://gateway.example'
const asked: string[] = []

beforeAll(() => {
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(
      Response.json(url.endsWith('/traits') ? { data: { default: 'm' } } : { data: [{ id: 'm' }] }),
    )
  })
})

afterAll(() => vi.unstubAllGlobals())

test('a gateway is asked for its traits, and once, where its answer is of another model than was asked', async () => {
  const message = { role: 'assistant', content: 'Words.' }
  const { svc, signers } = await signAnswer({ mode: 'private', messages: [], message })
  const judge = (model: string, from = gateway) =>
    judgeWithTraits(
      {
        url: `${from}/v1/chat/completions`,
        request: JSON.stringify({ model, messages: [] }),
        text: JSON.stringify({ choices: [{ index: 0, message }], svc }),
        place: null,
        origin: 'https://chat.example',
        tabId: null,
        key: '0-1',
      },
      {
        ...initialSettings,
        gateways: [{ origin: gateway, signers, pinnedAt: 0, key: null, proposed: null }],
      },
    )
  expect((await judge('m'))?.verdict.kind).toBe('verified')
  expect((await judge('default', 'https://chat.example'))?.verdict.kind).toBe('verified')
  expect(asked).toEqual([])
  expect((await judge('default'))?.verdict.kind).toBe('verified')
  expect((await judge('other'))?.verdict.kind).not.toBe('verified')
  expect(asked).toEqual([`${gateway}/v1/models/traits`, `${gateway}/v1/models`])
})
