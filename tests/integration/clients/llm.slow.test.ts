import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { stringify } from 'yaml'
import { providerErrors } from '#shared/words/english/errors/provider-errors.ts'
import { findPythonWith } from '../../support/clients/python-clients.ts'
import { startBusyGateway } from '../../support/gateway/start-busy-gateway.ts'
import { startRecorder, type Recorder } from '../../support/peers/start-recorder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { verify } from '../../support/receipts/verify-file.ts'
import { allHold } from '../../support/receipts/verify-independently.ts'

// The command `llm`, unmodified, before the demo; and what its log holds of an answer.

const run = promisify(execFile)
const demo = inject('demo').baseUrl
const python = findPythonWith('llm')
const question = 'What is 12 * 3?'
const answer = '12 * 3 = 36'

describe.skipIf(python === null)('llm', () => {
  const home = mkdtempSync(join(tmpdir(), 'countersign-llm-'))
  let recorder: Recorder
  let busy: Awaited<ReturnType<typeof startBusyGateway>>

  beforeAll(async () => {
    recorder = await startRecorder(demo)
    busy = await startBusyGateway()
    const model = (model_id: string, origin: string, headers: object) => ({
      model_id,
      model_name: 'svc-chat',
      api_base: `${origin}/v1`,
      api_key_name: 'countersign',
      supports_tools: true,
      headers,
    })
    const models = [
      model('private', recorder.baseUrl, { 'x-svc-shown-mode': 'private' }),
      model('strict', recorder.baseUrl, { 'x-svc-shown-mode': 'tee' }),
      model('busy', busy.baseUrl, {}),
    ]
    writeFileSync(join(home, 'extra-openai-models.yaml'), stringify(models))
    writeFileSync(join(home, 'keys.json'), '{"countersign":"none"}')
  })

  beforeEach(() => void recorder.take())

  afterAll(async () => {
    await busy.close()
    await recorder.close()
    rmSync(home, { recursive: true, force: true })
  })

  async function llm(...args: readonly string[]): Promise<string> {
    const env = { PATH: process.env['PATH'], HOME: home, LLM_USER_PATH: home }
    const child = run(join(dirname(python ?? ''), 'llm'), args, { env })
    // It waits for more of the prompt.
    child.child.stdin?.end()
    return (await child).stdout
  }

  /** The answer that the log has of the last question. */
  async function verifyLogged() {
    const [last] = JSON.parse(await llm('logs', '--json', '-n', '1')) as [{ response_json: object }]
    const file = join(temporaryFolder(), 'answer.json')
    writeFileSync(file, JSON.stringify(last.response_json))
    return verify(file, '--gateway', demo, '--verbose')
  }

  async function expectVerified(count: number): Promise<void> {
    const seen = recorder.take()
    expect(seen.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 200))
    for (const each of seen) expect(await recorder.verify(each)).toEqual(allHold)
  }

  test('asks, and its log opens', async () => {
    const asked = ['-m', 'private', '--no-stream', '-s', 'Be brief.', question]
    expect(await llm(...asked)).toContain(answer)
    await expectVerified(1)
    const { code, stdout } = await verifyLogged()
    expect(stdout).toMatch(/^PASS commitment\.response: /m)
    expect(code).toBe(0)
  })

  test('goes on with a conversation, of which its log opens the answer', async () => {
    await llm('-m', 'private', '--no-stream', question)
    expect(await llm('-c', '--no-stream', 'What is 2 + 2?')).toContain('2 + 2 = 4')
    await expectVerified(2)
    const { code, stdout } = await verifyLogged()
    expect(stdout).toMatch(/^NOT CHECKED commitment\.prompt: [^]*^PASS commitment\.response: /m)
    expect(code).toBe(0)
  })

  test('streams, and keeps no svc', async () => {
    expect(await llm('-m', 'private', question)).toContain(answer)
    await expectVerified(1)
    expect(await llm('logs', '--json', '-n', '1')).not.toContain('receipt_digest')
  })

  test('runs a tool', async () => {
    const tool = 'def get_weather() -> str:\n    "The weather."\n    return "walrus"'
    const said = await llm('-m', 'private', '--functions', tool, 'What does get_weather say?')
    expect(said).toContain('The tool answered: “walrus”')
    await expectVerified(2)
  })

  test('says why it was refused, and asks once for a 409', async () => {
    const stale = llm('-m', 'strict', question)
    await expect(stale).rejects.toThrow(/Error code: 409 - .*asked for at least "tee"/)
    expect(recorder.take().map(({ status }) => status)).toEqual([409])
    const busyAnswer = llm('-m', 'busy', question)
    await expect(busyAnswer).rejects.toThrow(`Error code: 429 - ${providerErrors.busy}`)
  })
})
