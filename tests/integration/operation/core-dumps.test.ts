import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { atEnd } from '../../support/at-end.ts'
import { bareEnvironment } from '../../support/bare-environment.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { patient } from '../../support/patient.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { chunk, startTestUpstream } from '../../support/peers/test-upstream.ts'

// What the kernel writes of a process that crashes, where it is asked to write all that it may.

const prompt = 'canary-prompt-of-the-dump'

/** A gateway in a folder of its own, which may leave a dump of any size there, and a stream of it that is under way. */
async function startStreaming() {
  const folder = temporaryFolder()
  const upstream = await startTestUpstream((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ role: 'assistant', content: 'canary-answer-of-the-dump' }))
  })
  const configPath = join(folder, 'gateway.config.json')
  writeFileSync(configPath, JSON.stringify(configFor(upstream.baseUrl)))
  const main = join(import.meta.dirname, '../../../server/main.ts')
  const unlimited = 'ulimit -c unlimited 2>&-; exec "$@"'
  const child = spawn('sh', ['-c', unlimited, 'sh', process.execPath, main], {
    cwd: folder,
    env: {
      ...bareEnvironment,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      GATEWAY_CONFIG: configPath,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  atEnd(async () => {
    child.kill('SIGKILL')
    await ended
    await upstream.close()
  })
  let printed = ''
  child.stdout.on('data', (piece: Buffer) => (printed += piece.toString()))
  const address = () => /Listening on (\S+)/.exec(printed)?.[1]
  await vi.waitUntil(address, patient)
  const response = await fetch(`${address()}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'test-private',
      stream: true,
      messages: [{ role: 'user', content: prompt }],
    }),
  })
  const reader = (response.body ?? expect.unreachable()).getReader()
  const { value } = await reader.read()
  expect(Buffer.from(value ?? []).toString()).toContain('canary-answer')
  return { folder, pid: child.pid ?? 0, crash: () => child.kill('SIGABRT') && ended }
}

const isLinux = process.platform === 'linux'
const streaming = isLinux ? await startStreaming() : null
const hasPrlimit = isLinux && spawnSync('prlimit', ['--version']).status === 0

test('a gateway has the kernel write nothing of its memory into dumps', async ({ skip }) => {
  skip(!isLinux, 'there is no Linux here')
  const filter = readFileSync(`/proc/${streaming?.pid}/coredump_filter`, 'utf8')
  expect(Number.parseInt(filter, 16)).toBe(0)
})

test('a gateway that crashes while it answers leaves no core dump, in which registers would hold some words', async ({
  skip,
}) => {
  skip(!hasPrlimit, 'there is no prlimit here')
  const limits = readFileSync(`/proc/${streaming?.pid}/limits`, 'utf8')
  expect(limits).toMatch(/Max core file size +1 +1 /)
  await streaming?.crash()
  expect(globSync('*core*', { cwd: streaming?.folder ?? '' })).toEqual([])
})
