import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runInstall } from '../../server/commands/proxy/install/run-install.ts'
import { codingAgents, runAgent, type CodingAgent } from '../support/coding-agents.ts'
import { startBusyGateway } from '../support/start-busy-gateway.ts'
import { startRecorder, type Recorder } from '../support/start-recorder.ts'
import { startProxy, type RunningProxy } from '../support/start-proxy.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { allHold } from '../support/verify-independently.ts'

// Tools that write code, unmodified, with the configuration that `--install` writes, before the demo and before the
// local proxy.

const demo = inject('demo').baseUrl

let recorder: Recorder
let proxy: RunningProxy
let busy: Awaited<ReturnType<typeof startBusyGateway>>

beforeAll(async () => {
  recorder = await startRecorder(demo)
  proxy = await startProxy(demo, 'allow')
  busy = await startBusyGateway()
})

afterAll(async () => {
  await busy.close()
  await proxy.close()
  await recorder.close()
})

/** A home in which the tool asks there, and a folder to work in. */
async function installed({ id }: CodingAgent, origin: string, model: string) {
  const home = temporaryFolder()
  const deps = { home, variables: {}, say: () => {}, confirm: () => Promise.resolve(true) }
  expect(await runInstall({ action: 'install', tool: id, origin, model }, deps)).toBe('changed')
  return { home, folder: temporaryFolder() }
}

for (const agent of codingAgents) {
  const { id, command, promptFor, strict } = agent

  // One of them starts for ten seconds where nothing else runs.
  describe.skipIf(command === null)(id, { timeout: 300_000 }, () => {
    test('asks the gateway, and a stranger verifies each answer', async () => {
      const place = await installed(agent, recorder.baseUrl, 'svc-chat')
      expect(await runAgent(agent, 'What is 12 * 3?', place)).toContain('12 * 3 = 36')
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
      const place = await installed(agent, proxy.baseUrl, 'svc-assist-mini')
      expect(await runAgent(agent, 'What is 12 * 3?', place)).toContain('12 * 3 = 36')
      const judged = proxy.judgements.slice(before)
      expect(judged.length).toBeGreaterThan(0)
      for (const { verdict, outcome } of judged) {
        expect(verdict.checks.filter(({ status }) => status === 'fail')).toEqual([])
        expect([verdict.kind, outcome]).toEqual(['verified', 'complete'])
      }
      expect(proxy.refused).toEqual([])
    })

    test.skipIf(promptFor === null).each(['gateway', 'proxy'] as const)(
      'runs a tool, and the %s gets what it found',
      async (where) => {
        const [origin, model] =
          where === 'gateway'
            ? [recorder.baseUrl, 'svc-chat']
            : ([proxy.baseUrl, 'svc-assist-mini'] as const)
        const place = await installed(agent, origin, model)
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

    test.skipIf(strict === null)('says why it was refused below its floor', async () => {
      const place = await installed(agent, recorder.baseUrl, 'svc-chat')
      const said = await runAgent(agent, 'What is 12 * 3?', { ...place, ...strictly('tee') })
      expect(said).toMatch(/409.*weaker than the .{0,4}tee/)
      expect(recorder.take().map(({ status }) => status)).toEqual([409])
    })

    test.skipIf(strict === null)('says that the upstream is busy', async () => {
      const place = await installed(agent, busy.baseUrl, 'svc-chat')
      const said = await runAgent(agent, 'What is 12 * 3?', { ...place, ...strictly('private') })
      expect(said).toContain('429')
    })

    const strictly = (floor: string) => ({ strict: strict?.(floor) ?? {} })
  })
}

test('what is installed of them is said', ({ skip }) => {
  const absent = codingAgents.filter(({ command }) => command === null).map(({ id }) => id)
  skip(absent.length > 0, `npm run test:clients installs ${absent.join(', ')}`)
})
