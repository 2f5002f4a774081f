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
