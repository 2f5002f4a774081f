import { describe, expect, test } from 'vitest'
import { leaveOutTools } from '../../../../extension/background/encrypt/leave-out-tools.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'

// Tools that a page adds by itself, and what else stays as it was asked.

const tools = [{ type: 'function', function: { name: 'look_up', parameters: {} } }]
const plain: JsonObject = {
  model: 'm',
  messages: [
    { role: 'system', content: 'Be short.' },
    { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
    { role: 'assistant', content: 'Hello.', tool_calls: [] },
    { role: 'user', content: 'And now?' },
  ],
  temperature: 0.5,
  stream: true,
}

test('tools go, with what means nothing without them, and nothing else does', () => {
  const added = { tools, tool_choice: 'auto', parallel_tool_calls: true }
  const { request, leftOut } = leaveOutTools({ ...plain, ...added })
  expect(request).toEqual(plain)
  expect(leftOut).toEqual(added)
})

test.each([{}, { tools: [] }, { tools: null, parallel_tool_calls: true }, { tool_choice: null }])(
  'a request without tools is left alone: %j',
  (more) => {
    const asked = { ...plain, ...more }
    expect(leaveOutTools(asked)).toEqual({ request: asked, leftOut: {} })
  },
)

describe('a conversation that would be another one without its tools keeps all of them', () => {
  const said = plain['messages'] as readonly JsonObject[]
  const call = { id: 'c1', type: 'function', function: { name: 'look_up', arguments: '{}' } }

  test.each<[string, JsonObject]>([
    ['a call', { role: 'assistant', content: null, tool_calls: [call] }],
    ['a call of the older form', { role: 'assistant', content: '', function_call: { name: 'f' } }],
    ['a result', { role: 'tool', tool_call_id: 'c1', content: 'found' }],
    ['a result of the older form', { role: 'function', name: 'look_up', content: 'found' }],
    ['the id of a call', { role: 'user', tool_call_id: 'c1', content: 'found' }],
    ['a part that is a call', { role: 'assistant', content: [{ type: 'tool_use', id: 'c1' }] }],
    ['a part that is a result', { role: 'user', content: [{ type: 'tool_result', content: [] }] }],
    ['a part of no known kind', { role: 'user', content: [{ type: 'widget' }] }],
    ['a role of no known kind', { role: 'helper', content: 'found' }],
    ['calls that are no list', { role: 'assistant', content: '', tool_calls: { 0: call } }],
  ])('%s, wherever it stands', (_what, message) => {
    for (const messages of [
      [message, ...said],
      [...said, message],
    ]) {
      const asked = { ...plain, messages, tools }
      expect(leaveOutTools(asked)).toEqual({ request: asked, leftOut: {} })
    }
  })

  test.each(['required', { type: 'function', function: { name: 'look_up' } }, 'something'])(
    'a request that insists on a call: %j',
    (choice) => {
      const asked = { ...plain, tools, tool_choice: choice }
      expect(leaveOutTools(asked)).toEqual({ request: asked, leftOut: {} })
    },
  )

  test.each([undefined, null, 'words', [{ role: 'user', content: 'Hello' }, 'words'], [null]])(
    'messages that are none: %j',
    (messages) => {
      const asked = { ...plain, messages, tools } as JsonObject
      expect(leaveOutTools(asked)).toEqual({ request: asked, leftOut: {} })
    },
  )
})
