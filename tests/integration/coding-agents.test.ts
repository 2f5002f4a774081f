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
const question = 'What is 12 * 3?'

let recorder: Recorder
let proxy: RunningProxy
let busy: Awaited<ReturnType<typeof startBusyGateway>>
let busyRecorder: Recorder

beforeAll(async () => {
  recorder = await startRecorder(demo)
  proxy = await startProxy(demo, 'allow')
  busy = await startBusyGateway()
  busyRecorder = await startRecorder(busy.baseUrl)
})

afterAll(async () => {
  await busyRecorder.close()
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
  const { id, command, promptFor, strict, saysRefused, saysBusy } = agent

  // One of them starts for ten seconds where nothing else runs.
  describe.skipIf(command === null)(id, { timeout: 300_000 }, () => {
    test('asks the gateway, and a stranger verifies each answer', async () => {
      const place = await installed(agent, recorder.baseUrl, 'svc-chat')
      expect(await runAgent(agent, question, place)).toContain('12 * 3 = 36')
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
      expect(await runAgent(agent, question, place)).toContain('12 * 3 = 36')
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

    test.skipIf(saysRefused === null)(
      'says why it was refused below its floor, and asks once',
      async () => {
        const place = await installed(agent, recorder.baseUrl, 'svc-chat')
        const said = await runAgent(agent, question, { ...place, strict: strict('tee') })
        expect(said).toMatch(saysRefused ?? /$^/)
        expect(recorder.take().map(({ status }) => status)).toEqual([409])
      },
    )

    // By the status alone, whatever `x-should-retry` says.
    test.skipIf(saysRefused !== null)('asks again for a 409, and gets no word', async () => {
      const place = await installed(agent, recorder.baseUrl, 'svc-chat')
      const seen: number[] = []
      const said = await runAgent(agent, question, { ...place, strict: strict('tee') }, () => {
        seen.push(...recorder.take().map(({ status }) => status))
        return seen.length >= 3
      })
      expect([...new Set(seen)]).toEqual([409])
      expect(said).not.toContain('36')
    })

    test('hears that the upstream is busy', async () => {
      const place = await installed(agent, busyRecorder.baseUrl, 'svc-chat')
      const seen: number[] = []
      const said = await runAgent(
        agent,
        question,
        { ...place, strict: strict('private') },
        (printed) => {
          seen.push(...busyRecorder.take().map(({ status }) => status))
          return saysBusy === null ? seen.length >= 3 : saysBusy.test(printed)
        },
      )
      seen.push(...busyRecorder.take().map(({ status }) => status))
      expect([...new Set(seen)]).toEqual([429])
      if (saysBusy !== null) expect(said).toMatch(saysBusy)
      expect(said).not.toContain('36')
    })
  })
}

test('what is installed of them is said', ({ skip }) => {
  const absent = codingAgents.filter(({ command }) => command === null).map(({ id }) => id)
  skip(absent.length > 0, `npm run test:clients installs ${absent.join(', ')}`)
})
