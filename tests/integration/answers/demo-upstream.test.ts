import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import OpenAI from 'openai'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnvironment } from '../../support/bare-environment.ts'
import { programPath } from '../../support/program-path.ts'

const main = programPath('server/demo/upstream/main.ts')

interface Demo {
  readonly child: ChildProcess
  readonly lines: readonly string[]
  readonly client: OpenAI
}

async function startDemoProcess(environment: Readonly<Record<string, string>> = {}): Promise<Demo> {
  const child = spawn(process.execPath, [main], {
    env: { ...bareEnvironment, DEMO_DELAY_MS: '1', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  const output = createInterface({ input: child.stdout })
  output.on('line', (line) => lines.push(line))
  const [first] = (await once(output, 'line')) as [string]
  const { port } = JSON.parse(first) as { port: number }
  const baseURL = `http://127.0.0.1:${port}/v1`
  return { child, lines, client: new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 }) }
}

const messages = [{ role: 'user' as const, content: 'What is 12 * 3?' }]
const model = 'countersign-demo'

test('the openai package is answered, buffered and streamed, with the same words', async () => {
  const { client } = await startDemoProcess()
  const buffered = await client.chat.completions.create({ model, messages })
  expect(buffered.choices[0]?.message.content).toContain('12 * 3 = 36')

  const streamed = await client.chat.completions.stream({ model, messages }).finalChatCompletion()
  expect(streamed.choices[0]?.message.content).toBe(buffered.choices[0]?.message.content)
})

test('the tool loop of the openai package ends with what the tool said', async () => {
  const { client } = await startDemoProcess()
  const runner = client.chat.completions.runTools({
    model,
    messages: [{ role: 'user', content: 'get_weather in "Oslo"' }],
    tools: [
      {
        type: 'function',
        function: {
          name: 'get_weather',
          description: 'Weather of a place',
          parameters: {
            type: 'object',
            properties: { city: { type: 'string' } },
            required: ['city'],
          },
          parse: JSON.parse,
          function: ({ city }: { city: string }) => `sunny in ${city}`,
        },
      },
    ],
  })
  expect(await runner.finalContent()).toContain('“sunny in Oslo”')
})

test('it says one line, its port, and ends with the process that started it', async () => {
  const { child, lines, client } = await startDemoProcess()
  await client.models.list()
  child.stdin?.end()
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(lines).toHaveLength(1)
})

test('SIGTERM ends it, even while it streams', async () => {
  const { child, client } = await startDemoProcess({ DEMO_DELAY_MS: '60000' })
  const stream = await client.chat.completions.create({ model, messages, stream: true })
  await stream[Symbol.asyncIterator]().next()
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
