import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { freePort } from '../free-port.ts'
import { openWebuiVersion } from './python-open-webui.ts'

export interface OpenWebui {
  readonly url: string
  stop(): Promise<void>
}

interface OpenWebuiOptions {
  /** Of the environment that has it. */
  readonly python: string
  readonly gatewayUrl: string
  readonly model: string
  /** `direct`: its page calls the gateway; else its server does. */
  readonly connection: 'server' | 'direct'
}

/** The real one, without accounts, with a gateway as its only connection, ready to send. */
export async function startOpenWebui(options: OpenWebuiOptions): Promise<OpenWebui> {
  const { gatewayUrl, connection } = options
  const data = mkdtempSync(join(tmpdir(), 'countersign-open-webui-'))
  const { key } = (await postJson(`${gatewayUrl}/api/keys`, {}, {})) as { key: string }
  const running = await run(options, data, key)
  await setUp(running.url, connection === 'direct' ? { [`${gatewayUrl}/v1`]: key } : {})
  return {
    url: running.url,
    async stop() {
      await running.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Writes a question as its user does. */
export async function sendInOpenWebui(page: Page, question: string): Promise<void> {
  await page.locator('#chat-input').click()
  await page.keyboard.insertText(question)
  await page.locator('#send-message-button').click()
  await page.locator('#chat-input', { hasNotText: question }).waitFor()
}

/** Chooses which model answers next, as its user does. */
export async function chooseInOpenWebui(page: Page, model: string): Promise<void> {
  await page.locator('#model-selector-model-button').click()
  await page.getByRole('option', { name: `Select ${model} model`, exact: true }).click()
  await page.getByRole('button', { name: `Selected model: ${model}`, exact: true }).waitFor()
}

async function run(
  { python, gatewayUrl, model, connection }: OpenWebuiOptions,
  data: string,
  key: string,
): Promise<OpenWebui> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(
    join(dirname(python), 'open-webui'),
    ['serve', '--host', '127.0.0.1', '--port', String(port)],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: data,
      env: {
        PATH: process.env['PATH'],
        HOME: data,
        DATA_DIR: data,
        USE_SLIM_DOCKER: 'true',
        OFFLINE_MODE: 'true',
        WEBUI_AUTH: 'False',
        WEBUI_SECRET_KEY: 'of a test',
        ENABLE_OLLAMA_API: 'False',
        ENABLE_OPENAI_API: connection === 'server' ? 'True' : 'False',
        OPENAI_API_BASE_URL: `${gatewayUrl}/v1`,
        OPENAI_API_KEY: key,
        ENABLE_DIRECT_CONNECTIONS: connection === 'direct' ? 'True' : 'False',
        DEFAULT_MODELS: model,
        ENABLE_FOLLOW_UP_GENERATION: 'False',
        ENABLE_TAGS_GENERATION: 'False',
      },
    },
  )
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`Open WebUI ended: ${printed.slice(-2_000)}`)
    // eslint-disable-next-line no-await-in-loop
    await setTimeout(250)
  }
  return {
    url,
    stop() {
      child.kill('SIGKILL')
      return ended
    },
  }
}

const answers = (url: string) =>
  fetch(`${url}/api/config`).then(
    ({ ok }) => ok,
    () => false,
  )

/** As a user does it in their settings; what is new in this version was read. @param connections their keys by address */
async function setUp(url: string, connections: Readonly<Record<string, string>>): Promise<void> {
  const nobody = { email: '', password: '' }
  const { token } = (await postJson(`${url}/api/v1/auths/signin`, nobody, {})) as { token: string }
  const addresses = Object.keys(connections)
  const directConnections = {
    OPENAI_API_BASE_URLS: addresses,
    OPENAI_API_KEYS: Object.values(connections),
    OPENAI_API_CONFIGS: Object.fromEntries(addresses.map((_, at) => [at, { enable: true }])),
  }
  await postJson(
    `${url}/api/v1/users/user/settings/update`,
    { ui: { version: openWebuiVersion, directConnections } },
    { authorization: `Bearer ${token}` },
  )
}

async function postJson(url: string, body: object, headers: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  return response.json()
}
