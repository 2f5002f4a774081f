import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { parse, stringify } from 'yaml'
import { anthropicSdk } from '../../support/clients/anthropic-sdk.ts'
import { freePort } from '../../support/free-port.ts'
import { findPythonWith } from '../../support/clients/python-clients.ts'
import { readExchange } from '../../support/requests/read-exchange.ts'
import { startBusyGateway } from '../../support/gateway/start-busy-gateway.ts'
import { startRecorder, type Recorder } from '../../support/peers/start-recorder.ts'
import { verify as verifyFile } from '../../support/receipts/verify-file.ts'
import { allHold, verifyIndependently } from '../../support/receipts/verify-independently.ts'

// A real LiteLLM proxy before the demo, with the configuration of server/TOOLS.md.

const demo = inject('demo').baseUrl
const python = findPythonWith('litellm')
const Anthropic = await anthropicSdk()
const page = readFileSync(join(import.meta.dirname, '../../../server/TOOLS.md'), 'utf8')
const key = 'sk-of-a-test-that-is-long-enough'

interface Model {
  readonly model_name: string
  readonly litellm_params: Readonly<Record<string, unknown>> & { readonly api_base: string }
}

/** The recipe, and each model of it once more with a floor that it does not reach, and before a busy gateway. */
function configBefore(gateway: string, busy: string): string {
  const [, text = ''] = /## A LiteLLM proxy in front\n[^]*?```yaml\n([^]*?)```/.exec(page) ?? []
  const recipe = parse(text) as { readonly model_list: readonly Model[] }
  const at = ({ litellm_params: params }: Model, origin: string) => ({
    ...params,
    api_base: params.api_base.replace('http://127.0.0.1:8787', origin),
  })
  const models = recipe.model_list.flatMap((each) => [
    { ...each, litellm_params: at(each, gateway) },
    {
      model_name: `strict-${each.model_name}`,
      litellm_params: { ...at(each, gateway), extra_headers: { 'x-svc-shown-mode': 'tee' } },
    },
    { model_name: `busy-${each.model_name}`, litellm_params: at(each, busy) },
  ])
  return stringify({ ...recipe, model_list: models })
}

describe.skipIf(python === null)('through a LiteLLM proxy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-litellm-'))
  let child: ChildProcess
  let recorder: Recorder
  let busy: Awaited<ReturnType<typeof startBusyGateway>>
  let baseUrl: string
  let client: OpenAI

  beforeAll(async () => {
    recorder = await startRecorder(demo)
    busy = await startBusyGateway()
    const config = join(folder, 'litellm.yaml')
    writeFileSync(config, configBefore(recorder.baseUrl, busy.baseUrl))
    const port = await freePort()
    const program = join(dirname(python ?? ''), 'litellm')
    child = spawn(
      program,
      ['--config', config, '--host', '127.0.0.1', '--port', `${port}`, '--telemetry', 'False'],
      {
        cwd: folder,
        stdio: 'ignore',
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          LITELLM_MASTER_KEY: key,
          LITELLM_LOCAL_MODEL_COST_MAP: 'True',
        },
      },
    )
    baseUrl = `http://127.0.0.1:${port}`
    client = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: key, maxRetries: 0 })
    const alive = () =>
      fetch(`${baseUrl}/health/liveliness`).then(
        ({ ok }) => ok,
        () => false,
      )
    await vi.waitUntil(alive, { timeout: 230_000, interval: 250 })
    // It asks which models there are, once.
    recorder.take()
  })

  afterAll(async () => {
    child.kill('SIGKILL')
    await busy.close()
    await recorder.close()
    rmSync(folder, { recursive: true, force: true })
  })

  type Svc = Parameters<typeof verifyIndependently>[0]['svc']
  const messages = [{ role: 'user' as const, content: 'What is 12 * 3?' }]
  const tool = { name: 'get_weather', parameters: { type: 'object', properties: {} } }

  /** What came out at the other end, against what the gateway was asked. */
  function verify(path: string, got: string) {
    const sent = recorder.take().at(-1)?.sent ?? ''
    const { svc, messages: prompt, message } = readExchange(path, sent, got)
    if (svc === undefined) throw new Error(`no svc in ${got}`)
    return verifyIndependently({ svc, messages: prompt, message, sealSigner: recorder.sealSigner })
  }

  async function ask(path: string, body: object) {
    const answer = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { headers: answer.headers, text: await answer.text() }
  }

  test('a chat completion has svc and headers, and what the gateway said of it holds', async () => {
    const { data, response } = await client.chat.completions
      .create({ model: 'svc-chat', messages })
      .withResponse()
    const { svc } = data as { svc?: Svc }
    expect(data.choices[0]?.message.content).toContain('36')
    const [seen] = recorder.take()
    if (seen === undefined || svc === undefined) throw new Error('nothing passed')
    expect(await recorder.verify(seen)).toEqual(allHold)
    // It writes the message anew; its words are those that were signed.
    const message = { role: 'assistant', content: data.choices[0]?.message.content }
    expect(
      await verifyIndependently({ svc, messages, message, sealSigner: recorder.sealSigner }),
    ).toMatchObject({
      digest: true,
      signature: true,
      prompt: true,
    })
    const { headers } = response
    expect(headers.get('llm_provider-x-svc-mode')).toBe('private')
    expect(headers.get('llm_provider-x-svc-receipt-digest')).toBe(svc.receipt_digest)
  })

  test.each([
    ['/v1/chat/completions', { model: 'svc-chat', messages }],
    ['/v1/responses', { model: 'svc-chat', input: 'What is 12 * 3?' }],
  ])('what is saved of an answer of %s opens', async (path, request) => {
    const file = join(folder, 'answer.json')
    const { text } = await ask(path, request)
    writeFileSync(file, `{"request":${JSON.stringify(request)},"response":${text}}`)
    const { code, stdout } = await verifyFile(file, '--gateway', demo, '--verbose')
    expect(stdout).toMatch(/^PASS commitment\.prompt: [^]*^PASS commitment\.response: /m)
    expect(code).toBe(0)
  })

  test('a streamed chat completion has the mode in a header, and no svc', async () => {
    const stream = client.chat.completions.create({ model: 'svc-chat', messages, stream: true })
    const { data, response } = await stream.withResponse()
    let words = ''
    for await (const chunk of data) {
      words += chunk.choices[0]?.delta.content ?? ''
      expect(chunk).not.toHaveProperty('svc')
    }
    expect(words).toContain('36')
    expect(response.headers.get('llm_provider-x-svc-mode')).toBe('private')
    const [seen] = recorder.take()
    expect(seen && (await recorder.verify(seen))).toEqual(allHold)
  })

  test('a tool is called, in each dialect', async () => {
    const { name, parameters } = tool
    const answer = await client.chat.completions.create({
      model: 'svc-chat',
      messages,
      tools: [{ type: 'function', function: tool }],
      tool_choice: 'required',
    })
    expect(answer.choices[0]?.message.tool_calls).toMatchObject([{ function: { name } }])
    const response = await client.responses.create({
      model: 'svc-chat',
      input: 'What is 12 * 3?',
      tools: [{ type: 'function', ...tool, strict: false }],
      tool_choice: 'required',
    })
    expect(response.output).toMatchObject([{ type: 'function_call', name }])
    const { text } = await ask('/v1/messages', {
      model: 'svc-chat-messages',
      messages,
      max_tokens: 400,
      tools: [{ name, input_schema: parameters }],
      tool_choice: { type: 'any' },
    })
    expect(JSON.parse(text)).toMatchObject({ content: [{ type: 'tool_use', name }] })
    const seen = recorder.take()
    expect(seen).toHaveLength(3)
    for (const each of seen) expect(await recorder.verify(each)).toEqual(allHold)
  })

  test.each([
    ['/v1/responses', 'svc-chat', { input: 'What is 12 * 3?' }],
    ['/v1/messages', 'svc-chat-messages', { messages, max_tokens: 100 }],
  ])('an answer of %s opens as it arrives, whole and as a stream', async (path, model, body) => {
    const whole = await ask(path, { model, ...body })
    expect(whole.text).toContain('36')
    // An output gets a member from it that the gateway did not send.
    const asItCame = whole.text.replace(',"phase":null', '')
    expect(await verify(path, asItCame)).toEqual(allHold)
    const streamed = await ask(path, { model, ...body, stream: true })
    expect(streamed.headers.get('llm_provider-x-svc-mode')).toBe('private')
    expect(await verify(path, streamed.text)).toEqual(allHold)
  })

  test('refusals are the client’s own errors, and the gateway is asked once for each', async () => {
    const refused = (model: string) => client.chat.completions.create({ model, messages })
    const stale = refused('strict-svc-chat')
    await expect(stale).rejects.toBeInstanceOf(OpenAI.ConflictError)
    await expect(stale).rejects.toThrow('asked for at least "tee"')
    await expect(refused('busy-svc-chat')).rejects.toBeInstanceOf(OpenAI.RateLimitError)
    const response = client.responses.create({ model: 'strict-svc-chat', input: 'x' })
    await expect(response).rejects.toBeInstanceOf(OpenAI.ConflictError)
    const late = client.responses.create({ model: 'busy-svc-chat', input: 'x' })
    await expect(late).rejects.toBeInstanceOf(OpenAI.RateLimitError)
    const answer = await ask('/v1/messages', {
      model: 'strict-svc-chat-messages',
      messages,
      max_tokens: 9,
    })
    expect(answer.text).toContain('shown_mode_stale')
    expect(recorder.take().map(({ status }) => status)).toEqual([409, 409, 409])
  })

  test.skipIf(Anthropic === null)('and those of Anthropic’s client', async () => {
    if (Anthropic === null) throw new Error('it is not installed')
    const other = new Anthropic({ baseURL: baseUrl, apiKey: key, maxRetries: 0 })
    const refused = (model: string) => other.messages.create({ model, max_tokens: 9, messages })
    const stale = refused('strict-svc-chat-messages')
    await expect(stale).rejects.toBeInstanceOf(Anthropic.ConflictError)
    await expect(refused('busy-svc-chat-messages')).rejects.toBeInstanceOf(Anthropic.RateLimitError)
    expect(recorder.take().map(({ status }) => status)).toEqual([409])
  })
})
