import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { codingAgents, runAgent, type CodingAgent } from '../../support/clients/coding-agents.ts'
import { startBusyGateway } from '../../support/gateway/start-busy-gateway.ts'
import { startRecorder, type Recorder } from '../../support/peers/start-recorder.ts'
import { startProxy, type RunningProxy } from '../../support/gateway/start-proxy.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { allHold } from '../../support/receipts/verify-independently.ts'

// Tools that write code, unmodified, with the configuration that server/TOOLS.md shows, before the demo and before the
// local proxy.

const demo = inject('demo').baseUrl
const question = 'What is 12 * 3?'
const answer = '12 * 3 = 36'

let recorder: Recorder
let proxy: RunningProxy
let busy: Awaited<ReturnType<typeof startBusyGateway>>
let busyRecorder: Recorder

beforeAll(async () => {
  recorder = await startRecorder(demo)
  proxy = await startProxy(demo, ['tools'])
  busy = await startBusyGateway()
  busyRecorder = await startRecorder(busy.baseUrl)
})

// What one that failed left behind is nothing to the next.
beforeEach(() => {
  recorder.take()
  busyRecorder.take()
})

afterAll(async () => {
  await busyRecorder.close()
  await busy.close()
  await proxy.close()
  await recorder.close()
})

const page = readFileSync(join(import.meta.dirname, '../../../server/TOOLS.md'), 'utf8')

/** A home in which the tool asks there, and a folder to work in. */
function installed({ title }: CodingAgent, origin: string, model: string) {
  const home = temporaryFolder()
  const [, name = '', text = ''] =
    new RegExp(`^### ${title}\n\nIn \`~/(.+)\`:\n\n\`\`\`\\w+\n([^]*?)\n\`\`\``, 'm').exec(page) ??
    []
  expect(text).toContain('http://127.0.0.1:8787')
  const file = join(home, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    text.replaceAll('http://127.0.0.1:8787', origin).replaceAll('svc-chat', model),
  )
  return { home, folder: temporaryFolder() }
}

function wordsOf(sent: string): string {
  const { input, messages } = JSON.parse(sent) as {
    readonly input?: unknown
    readonly messages?: unknown
  }
  return JSON.stringify(input ?? messages)
}

for (const agent of codingAgents) {
  const { title, command, promptFor, strict, saysRefused, asksRefused, saysBusy, withoutTries } =
    agent

  // One of them starts for ten seconds where nothing else runs.
  describe.skipIf(command === null)(title, { timeout: 300_000 }, () => {
    test('asks the gateway, and a stranger verifies each answer', async () => {
      const place = installed(agent, recorder.baseUrl, 'svc-chat')
      expect(await runAgent(agent, question, place)).toContain(answer)
      const seen = recorder.take()
      expect(seen.length).toBeGreaterThan(0)
      for (const exchange of seen) {
        expect(exchange).toMatchObject({ status: 200 })
        expect(JSON.parse(exchange.sent)).toMatchObject({ stream: true })
        expect(await recorder.verify(exchange)).toEqual(allHold)
      }
    })

    test('asks through the local proxy, whose verdict is that of the enclave', async () => {
      const before = proxy.judgements.length
      const place = installed(agent, proxy.baseUrl, 'svc-assist-mini')
      expect(await runAgent(agent, question, place)).toContain(answer)
      const judged = proxy.judgements.slice(before)
      expect(judged.length).toBeGreaterThan(0)
      for (const { verdict, outcome } of judged) {
        expect(verdict.checks.filter(({ status }) => status === 'fail')).toEqual([])
        expect([verdict.kind, outcome]).toEqual(['verified', 'complete'])
      }
      expect(proxy.refused).toEqual([])
    })

    // One of them calls none.
    test.each(promptFor === null ? [] : (['gateway', 'proxy'] as const))(
      'runs a tool, and the %s gets what it found',
      async (where) => {
        const [origin, model] =
          where === 'gateway'
            ? [recorder.baseUrl, 'svc-chat']
            : ([proxy.baseUrl, 'svc-assist-mini'] as const)
        const place = installed(agent, origin, model)
        // Named as the tool, for the one whose prompt is a word.
        const file = join(place.folder, 'read')
        writeFileSync(file, 'the word is walrus\n')
        const said = await runAgent(agent, promptFor?.(file) ?? '', place)
        expect(said).toMatch(/The tool answered: .*the word is walrus/s)
        expect(proxy.refused).toEqual([])
        const seen = recorder.take()
        for (const exchange of seen) expect(await recorder.verify(exchange)).toEqual(allHold)
        expect(seen.length >= 2).toBe(where === 'gateway')
      },
    )

    test('says why it was refused below its floor, and how often it asks is known', async () => {
      const place = installed(agent, recorder.baseUrl, 'svc-chat')
      const said = await runAgent(agent, question, { ...place, strict: strict('tee') })
      expect(said).toMatch(saysRefused)
      expect(said).not.toContain(answer)
      const seen = recorder.take()
      expect([...new Set(seen.map(({ status }) => status))]).toEqual([409])
      // One of them asks for a title besides, and one gives each try a number.
      const asked = Object.values(Object.groupBy(seen, ({ sent }) => wordsOf(sent)))
      expect(Math.max(...asked.map((same) => same?.length ?? 0))).toBe(asksRefused)
    })

    test('says that the upstream is busy', async () => {
      const place = installed(agent, busyRecorder.baseUrl, 'svc-chat')
      const settled = {
        ...place,
        strict: strict('private'),
        ...(withoutTries && { environment: withoutTries }),
      }
      const said = await runAgent(agent, question, settled, (printed) => saysBusy.test(printed))
      const seen = busyRecorder.take().map(({ status }) => status)
      expect([...new Set(seen)]).toEqual([429])
      expect(said).toMatch(saysBusy)
      expect(said).not.toContain(answer)
    })
  })
}

test('what is installed of them is said', ({ skip }) => {
  const absent = codingAgents.filter(({ command }) => command === null).map(({ title }) => title)
  skip(absent.length > 0, `npm run test:clients installs ${absent.join(', ')}`)
})
