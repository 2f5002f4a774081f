import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnvironment } from '../../support/bare-environment.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'

// The line that a person types: npm, its shell, and the gateway below them.

interface Started {
  readonly npm: ChildProcess
  readonly url: string
}

async function npmStart(config: object | null): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-start-'))
  const path = join(folder, 'gateway.config.json')
  if (config) writeFileSync(path, JSON.stringify(config))
  const npm = spawn('npm', ['start'], {
    env: {
      ...bareEnvironment,
      PORT: '0',
      DATA_DIR: folder,
      EXTENSION_OUT: folder,
      ...(config ? { GATEWAY_CONFIG: path } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a service manager starts it, of which the test can end what is left.
    detached: true,
  })
  onTestFinished(() => {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL')
    } catch {
      // Nobody is left, as it should be.
    }
    rmSync(folder, { recursive: true, force: true })
  })
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const output of [npm.stdout, npm.stderr]) {
      output.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const found = /Listening on (\S+)/.exec(printed)?.[1]
        if (found !== undefined) resolve(found)
      })
    }
    npm.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${printed}`)))
  })
  return { npm, url }
}

/** Signal 0 asks whether a process of the group is there, the demo's among them. */
function isAnybodyOf(group: number): boolean {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}

test('SIGTERM to npm ends the gateway, and npm only afterwards', async () => {
  const { npm, url } = await npmStart(null)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const ended = once(npm, 'exit')
  npm.kill('SIGTERM')
  await ended
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  await expect.poll(() => isAnybodyOf(npm.pid ?? 0)).toBe(false)
})

test('a Ctrl-C, which the terminal and npm both send, lets the gateway end by itself', async () => {
  const { npm } = await npmStart(configFor('http://127.0.0.1:9/v1'))
  const ended = once(npm, 'exit')
  process.kill(-(npm.pid ?? 0), 'SIGINT')
  expect(await ended).toEqual([0, null])
})
