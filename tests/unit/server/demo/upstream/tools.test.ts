import { expect, test } from 'vitest'
import { askDemo, demoSays, type DemoCall } from '../../../../support/requests/ask-demo.ts'

const tool = (name: string, parameters: object = {}) => ({
  type: 'function',
  function: { name, parameters },
})
const weather = tool('get_weather', {
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'integer', minimum: 1, maximum: 7 },
    unit: { enum: ['celsius', 'fahrenheit'] },
  },
  required: ['city', 'unit', 'days'],
})
const tools = [weather, tool('send_mail'), tool('get_weather_alerts')]

const names = (calls: readonly DemoCall[] | undefined) => calls?.map((call) => call.function.name)

test.each([
  ['required calls the first', 'hello', 'required', ['get_weather']],
  ['required prefers the one that is named', 'Use send_mail', 'required', ['send_mail']],
  [
    'a named one is called',
    'hello',
    { type: 'function', function: { name: 'send_mail' } },
    ['send_mail'],
  ],
  ['auto calls none by itself', 'hello', 'auto', undefined],
  ['auto calls the one that the text names', 'Please run send_mail now', 'auto', ['send_mail']],
  ['auto is the default', 'get weather for “Oslo”', undefined, ['get_weather']],
  [
    'a longer name is not taken for a shorter',
    'get_weather_alerts!',
    'auto',
    ['get_weather_alerts'],
  ],
  ['several may be called', 'get_weather, then send_mail', 'auto', ['get_weather', 'send_mail']],
  ['none calls none', 'get_weather', 'none', undefined],
])('%s', async (_, asked, choice, expected) => {
  const said = await demoSays(asked, { tools, ...(choice ? { tool_choice: choice } : {}) })
  expect(names(said.tool_calls)).toEqual(expected)
  expect(said.content === null).toBe(expected !== undefined)
})

test('parallel_tool_calls: false calls one', async () => {
  const more = { tools, parallel_tool_calls: false }
  expect(names((await demoSays('get_weather, send_mail', more)).tool_calls)).toHaveLength(1)
})

test('arguments come from the text where the schema allows', async () => {
  const said = await demoSays('get_weather in "Oslo" for 99 or 3 days', { tools })
  expect(JSON.parse(said.tool_calls?.[0]?.function.arguments ?? '')).toEqual({
    city: 'Oslo',
    unit: 'celsius',
    days: 3,
  })
})

test('a call ends with tool_calls', async () => {
  const { body } = await askDemo('hello', { tools, tool_choice: 'required' })
  expect(body.choices[0]?.finish_reason).toBe('tool_calls')
})

const called = (id: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'get_weather', arguments: '{}' } }],
})
const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })

test('results are summed up, and end the turn', async () => {
  const asked = { role: 'user', content: 'get_weather' }
  const one = await demoSays([asked, called('c1'), result('c1', 'sunny')], { tools })
  expect(one.content).toContain('The tool answered: “sunny”.')
  const results = [result('c1', 'sunny'), result('c2', 'rainy')]
  const two = await demoSays([asked, called('c1'), ...results], { tools })
  expect(two.content).toContain('(1) “sunny”, (2) “rainy”')
})

test('a call in a later turn has another id', async () => {
  const asked = { role: 'user', content: 'get_weather' }
  const first = await demoSays([asked], { tools })
  const id = first.tool_calls?.[0]?.id ?? ''
  const later = await demoSays([asked, called(id), result(id, 'sunny'), asked], { tools })
  expect(later.tool_calls?.[0]?.id).toBeDefined()
  expect(later.tool_calls?.[0]?.id).not.toBe(id)
})
