import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { installForTest } from './install-for-test.ts'

/** It is no part of this project. About a minute the first time; false where it cannot be had. */
export function installSillyTavern(): boolean {
  return installForTest(name) !== null
}

const name = 'sillytavern@1.19.0'

export interface SillyTavern {
  readonly url: string
  stop(): Promise<void>
}

interface Settings {
  main_api: string
  firstRun: boolean
  username: string
  power_user: Record<string, unknown>
  oai_settings: Record<string, unknown>
}

/** The real one, with a gateway as its custom source, ready to send. */
export async function startSillyTavern(gatewayUrl: string, model: string): Promise<SillyTavern> {
  const data = mkdtempSync(join(tmpdir(), 'countersign-sillytavern-'))
  // The first start writes its data; the second one reads what was set.
  await (await run(data)).stop()
  const path = join(data, 'data/default-user/settings.json')
  const settings = JSON.parse(readFileSync(path, 'utf8')) as Settings
  settings.main_api = 'openai'
  settings.firstRun = false
  settings.username = 'Reader'
  settings.power_user = { ...settings.power_user, auto_connect: true }
  settings.oai_settings = {
    ...settings.oai_settings,
    chat_completion_source: 'custom',
    custom_url: `${gatewayUrl}/v1`,
    custom_model: model,
    stream_openai: true,
    bypass_status_check: true,
    // Without a key of its own it sends the word for none.
    custom_include_headers: `Authorization: "Bearer ${await newKey(gatewayUrl)}"`,
  }
  writeFileSync(path, JSON.stringify(settings))
  const running = await run(data)
  return {
    url: running.url,
    async stop() {
      await running.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

async function newKey(gatewayUrl: string): Promise<string> {
  const response = await fetch(`${gatewayUrl}/api/keys`, { method: 'POST' })
  return ((await response.json()) as { key: string }).key
}

async function run(data: string): Promise<SillyTavern> {
  const installed = installForTest(name)
  if (installed === null) throw new Error('SillyTavern is not installed')
  const port = await freePort()
  const config = join(data, 'config.yaml')
  if (!existsSync(config)) {
    writeFileSync(config, readFileSync(join(installed, 'default/config.yaml')))
  }
  const child = spawn(
    process.execPath,
    [
      'server.js',
      `--port=${port}`,
      `--configPath=${config}`,
      `--dataRoot=${join(data, 'data')}`,
      '--browserLaunchEnabled=false',
      '--listen=false',
      '--whitelist=false',
    ],
    { cwd: installed, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let printed = ''
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      printed += chunk.toString('utf8')
      if (/SillyTavern is listening/.test(printed)) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`SillyTavern ended with ${code}: ${printed}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
