import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setInterval } from 'node:timers/promises'
import { assert, expect, inject, test, vi } from 'vitest'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { patient } from '../../support/patient.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { answerText, chunk, done, startTestUpstream } from '../../support/peers/test-upstream.ts'
import { untilEnd } from '../../support/until-end.ts'

// Several processes on one port, over the embedded store and one Redis.

const shared = () => ({ REDIS_URL: inject('redis'), CALLER_SECRET: '5b'.repeat(32) })

/** Over a connection of its own, so that any worker may get it; rejects when that breaks off. */
function askOnce(url: string, body?: object): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: body ? 'POST' : 'GET', agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.once('error', reject)
    })
    asked.once('error', reject)
    asked.end(body && JSON.stringify(body))
  })
}

const messages = [{ role: 'user', content: 'Hello' }]

const workers = 3
/** Between two questions to them, so that a worker that starts is not kept from it. */
const pauseMs = 10

async function startWorkers() {
  const held = { waiting: 0, released: Promise.withResolvers<void>() }
  const upstream = await untilEnd(
    startTestUpstream(async (response, received) => {
      if (!received.body.includes('"stream":true')) return answerText('ok')(response, received)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(chunk({ role: 'assistant', content: 'begun' }))
      held.waiting += 1
      await held.released.promise
      response.end(`${chunk({}, 'stop')}${done}`)
    }),
  )
  const path = join(temporaryFolder(), 'own.json')
  const write = (config: object) => writeFileSync(path, JSON.stringify(config))
  write(configFor(upstream.baseUrl))
  const gateway = await untilEnd(
    startGateway({
      config: null,
      environment: { GATEWAY_CONFIG: path, WORKERS: String(workers), ...shared() },
    }),
  )
  const pids = () =>
    [...gateway.output().matchAll(/"worker":(\d+),"msg":"a worker serves"/g)].map(([, pid]) =>
      Number(pid),
    )
  await vi.waitFor(() => expect(pids()).toHaveLength(workers), patient)
  const chat = (stream = false) =>
    askOnce(`${gateway.baseUrl}/v1/chat/completions`, { model: 'test-private', messages, stream })
  /** Streams that have begun and wait until they are released. */
  const openStreams = async (count: number) => {
    Object.assign(held, { waiting: 0, released: Promise.withResolvers<void>() })
    const streams = Array.from({ length: count }, () =>
      chat(true).then(
        ({ text }) => (text.includes('"svc":{') && text.includes('[DONE]') ? 'whole' : 'cut'),
        () => 'cut',
      ),
    )
    await vi.waitFor(() => expect(held.waiting).toBe(count), patient)
    return streams
  }
  return {
    gateway,
    upstream,
    write,
    pids,
    chat,
    openStreams,
    release: () => held.released.resolve(),
  }
}

/** Each test leaves it with as many workers, and the last one ends it. */
const { gateway, upstream, write, pids, chat, openStreams, release } = await startWorkers()

async function countedChats(baseUrl: string): Promise<number> {
  const { text } = await askOnce(`${baseUrl}/api/metrics`)
  const line =
    /^countersign_http_responses_total\{route="\/v1\/chat\/completions",status="200"\} (\d+)$/m
  return Number(line.exec(text)?.[1] ?? 0)
}

test('several workers without a configuration are refused', async () => {
  const started = startGateway({ config: null, environment: { WORKERS: '2', ...shared() } })
  await expect(started).rejects.toThrow(/WORKERS: .*gateway\.config\.json/)
})

test('what stops every worker is said once', async () => {
  const environment = { WORKERS: '2', ...shared(), SEAL_KEY: 'no key' }
  const started = startGateway({ config: configFor('http://127.0.0.1:1/v1'), environment })
  const said = await started.then(
    () => expect.unreachable(),
    (error: Error) => error.message,
  )
  expect(said.match(/cannot start/g)).toHaveLength(1)
})

test('metrics are the sum over workers, whichever is asked, and a file is read again by all', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => chat()))
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
  // What counts a response is told of its end after its caller is.
  await vi.waitFor(async () => expect(await countedChats(gateway.baseUrl)).toBe(30), patient)
  for (let time = 0; time < 6; time += 1) expect(await countedChats(gateway.baseUrl)).toBe(30)

  write(configFor(upstream.baseUrl, { traits: { 'quite-new': 'test-private' } }))
  process.kill(gateway.pid, 'SIGHUP')
  const traits = async () => (await askOnce(`${gateway.baseUrl}/v1/models/traits`)).text
  await vi.waitFor(() => {
    expect(gateway.output().match(/the gateway read the configuration again/g)).toHaveLength(3)
  }, patient)
  for (let time = 0; time < 6; time += 1) expect(await traits()).toContain('quite-new')
  write({ upstreams: [] })
  process.kill(gateway.pid, 'SIGHUP')
  await vi.waitFor(() => {
    expect(gateway.output().match(/could not read the configuration again/g)).toHaveLength(1)
  }, patient)
  expect(await traits()).toContain('quite-new')
  // A worker that starts anew reads it, too.
  write(configFor(upstream.baseUrl))
})

test('a worker that is killed takes only what it was answering with it, and is replaced', async () => {
  const streams = await openStreams(24)
  let isGone = 0
  for (const each of upstream.requests) void each.aborted.then(() => (isGone += 1))
  let answered = 0
  let lost = 0
  let isOver = false
  const loops = Array.from({ length: 6 }, async () => {
    for await (const _turn of setInterval(pauseMs)) {
      if (isOver) return
      const status = await chat().then(
        (answer) => answer.status,
        () => 'lost',
      )
      if (status === 200) answered += 1
      else lost += 1
    }
  })
  await vi.waitFor(() => expect(answered).toBeGreaterThan(20), patient)
  const before = await countedChats(gateway.baseUrl)
  process.kill(pids()[1] ?? assert.fail('no worker runs'), 'SIGKILL')
  await vi.waitFor(() => expect(pids()).toHaveLength(4), patient)
  const since = answered
  const itsStreams = isGone
  await vi.waitFor(() => expect(answered).toBeGreaterThan(since + 20), patient)
  isOver = true
  release()
  await Promise.all(loops)
  // At most the request of each loop that was in its hands, and its own streams.
  expect(lost).toBeLessThanOrEqual(6)
  const outcomes = await Promise.all(streams)
  expect(outcomes.filter((outcome) => outcome === 'cut')).toHaveLength(itsStreams)
  expect(outcomes.filter((outcome) => outcome === 'whole')).toHaveLength(24 - itsStreams)
  expect(itsStreams).toBeLessThan(24)
  // What it had counted stays counted: a counter never falls.
  expect(await countedChats(gateway.baseUrl)).toBeGreaterThanOrEqual(before)
})

test('a worker that ends while the file is broken is replaced once the file is in order', async () => {
  const ends = () => gateway.output().match(/a worker ended/g)?.length ?? 0
  const [before, served] = [ends(), pids().length]
  write({ upstreams: [] })
  process.kill(pids().at(-1) ?? assert.fail('no worker runs'), 'SIGKILL')
  // The one that was killed, and one that cannot start.
  await vi.waitFor(() => expect(ends()).toBeGreaterThanOrEqual(before + 2), patient)
  expect((await chat()).status).toBe(200)
  expect(pids()).toHaveLength(served)
  write(configFor(upstream.baseUrl))
  await vi.waitFor(() => expect(pids()).toHaveLength(served + 1), patient)
})

test('SIGTERM lets the answers of all workers end, and then all of them are gone', async () => {
  const streams = await openStreams(6)
  const before = gateway.output()
  const ended = gateway.stop()
  await vi.waitFor(async () => {
    await expect(askOnce(`${gateway.baseUrl}/healthz`)).rejects.toThrow()
  }, patient)
  release()
  await ended
  expect(await Promise.all(streams)).toEqual(Array(6).fill('whole'))
  for (const pid of pids()) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(gateway.output().slice(before.length)).not.toContain('a worker ended')
})
