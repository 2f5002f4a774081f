import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'

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

/**
 * The real one, with a gateway as its custom source, ready to send.
 * @param installed its folder
 */
export async function startSillyTavern(
  installed: string,
  gatewayUrl: string,
  model: string,
): Promise<SillyTavern> {
  const data = mkdtempSync(join(tmpdir(), 'countersign-sillytavern-'))
  const defaults = join(installed, 'default')
  copyFileSync(join(defaults, 'config.yaml'), join(data, 'config.yaml'))
  const settings = JSON.parse(
    readFileSync(join(defaults, 'content/settings.json'), 'utf8'),
  ) as Settings
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
  const ofUser = join(data, 'data/default-user')
  mkdirSync(ofUser, { recursive: true })
  writeFileSync(join(ofUser, 'settings.json'), JSON.stringify(settings))
  const running = await run(installed, data)
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

async function run(installed: string, data: string): Promise<SillyTavern> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [
      '--import',
      join(import.meta.dirname, 'unminified-libraries.ts'),
      'server.js',
      `--port=${port}`,
      `--configPath=${join(data, 'config.yaml')}`,
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
