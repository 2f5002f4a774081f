import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { startCluster } from '../../cluster/start-cluster.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { bareEnvironment } from '../../support/bare-environment.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { freePort } from '../../support/free-port.ts'
import { patient } from '../../support/patient.ts'
import { generousLimits } from '../../support/gateway/start-gateway.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { answerText, chunk, done, startTestUpstream } from '../../support/peers/test-upstream.ts'
import { programPath } from '../../support/program-path.ts'

// What `npm run cluster` starts: PostgreSQL, Redis, three gateways and nginx.

const keys = { SEAL_KEY: '33'.repeat(32), SEAL_KEY_NEXT: '44'.repeat(32) }
const said: string[] = []

const upstream = await untilEnd(startTestUpstream())
const cluster = await untilEnd(
  startCluster({
    config: configFor(upstream.baseUrl),
    instances: 3,
    port: await freePort(),
    environment: { ...bareEnvironment, ...generousLimits, ...keys },
    say: (line) => said.push(line),
  }),
)

const body = { model: 'test-private', messages: [{ role: 'user', content: 'Hello' }] }
const chat = () => ask(`${cluster.address}/v1/chat/completions`, body)

interface Limits {
  readonly seal_signer: string
  readonly seal_signer_from: string
  readonly retired_signers: readonly { readonly address: string; readonly until: string }[]
}

const limitsOf = (address: string) =>
  fetch(`${address}/api/limits`).then((response) => response.json() as Promise<Limits>)

test('a stream comes through the balancer as it is written', async () => {
  const released = Promise.withResolvers<void>()
  upstream.answerWith(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ role: 'assistant', content: 'begun' }))
    await released.promise
    response.end(`${chunk({}, 'stop')}${done}`)
  })
  const response = await fetch(`${cluster.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, stream: true }),
  })
  const reader = (response.body ?? expect.unreachable()).getReader()
  const { value } = await reader.read()
  // The upstream has not written its end yet.
  expect(Buffer.from(value ?? []).toString('utf8')).toContain('begun')
  released.resolve()
  let rest = ''
  for (;;) {
    const piece = await reader.read()
    if (piece.done) break
    rest += Buffer.from(piece.value).toString('utf8')
  }
  expect(rest).toContain('[DONE]')
  upstream.answerWith(answerText('ok'))
})

test('a caller’s own X-Forwarded-For gives it no budget of its own', async () => {
  const left = async (forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded }
    const response = await fetch(`${cluster.address}/v1/models`, { headers })
    return Number(response.headers.get('x-ratelimit-remaining-requests'))
  }
  const before = await left('203.0.113.1')
  await ask(`${cluster.address}/v1/chat/completions`, body, { 'x-forwarded-for': '203.0.113.2' })
  expect(await left('203.0.113.3')).toBe(before - 1)
})

test('when one gateway is killed, what comes next is answered by the others', async () => {
  const [first] = cluster.instances
  await first?.end('SIGKILL')
  const answers = await Promise.all(Array.from({ length: 30 }, chat))
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
  await first?.start()
  expect((await fetch(`${first?.address}/readyz`)).status).toBe(200)
  await expect.poll(() => said.join('\n')).toMatch(/Gateway +http:\S+ +ended by SIGKILL/)
})

test('where one part does not start, none of the others stays', async () => {
  const said: string[] = []
  const environment = { ...bareEnvironment, ...generousLimits, LOG_LEVEL: 'nonsense' }
  const starting = startCluster({
    config: configFor(upstream.baseUrl),
    instances: 2,
    port: await freePort(),
    environment,
    say: (line) => said.push(line),
  })
  await expect(starting).rejects.toThrow('LOG_LEVEL')
  const ports = said.flatMap((line) => /127\.0\.0\.1:(\d+)/.exec(line)?.[1] ?? [])
  expect(ports).toHaveLength(2)
  for (const port of ports) {
    await expect(once(connect(Number(port), '127.0.0.1'), 'connect')).rejects.toThrow('REFUSED')
  }
})

test('the next key signs everywhere from one instant on, and every receipt is of its term', async () => {
  const before = await limitsOf(cluster.address)
  const receipts: { issuedAt: string; signer: string }[] = []
  let isOver = false
  const asking = [0, 1, 2].map(async (index) => {
    while (!isOver) {
      const address = cluster.instances[index]?.address ?? ''
      const answer = await ask(`${address}/v1/chat/completions`, body)
      expect(answer.status).toBe(200)
      const { svc } = answer.json<{
        svc: { receipt: { body: { issuedAt: string }; signer: string } }
      }>()
      receipts.push({ issuedAt: svc.receipt.body.issuedAt, signer: svc.receipt.signer })
    }
  })
  await promisify(execFile)(
    process.execPath,
    [programPath('server/commands/admin/main.ts'), 'rotate-signer'],
    {
      cwd: temporaryFolder(),
      env: { ...bareEnvironment, ...keys, DATABASE_URL: `${cluster.postgres.address}/postgres` },
    },
  )
  await vi.waitFor(async () => {
    const all = await Promise.all(cluster.instances.map(({ address }) => limitsOf(address)))
    for (const each of all) expect(each.seal_signer).not.toBe(before.seal_signer)
  }, patient)
  const since = receipts.length
  await vi.waitFor(() => expect(receipts.length).toBeGreaterThan(since + 9), patient)
  isOver = true
  await Promise.all(asking)
  const after = await limitsOf(cluster.address)
  const [retired] = after.retired_signers
  expect([retired?.address, retired?.until]).toEqual([before.seal_signer, after.seal_signer_from])
  for (const { issuedAt, signer } of receipts) {
    const expected = issuedAt < after.seal_signer_from ? before.seal_signer : after.seal_signer
    expect(signer.toLowerCase()).toBe(expected)
  }
  expect(new Set(receipts.map(({ signer }) => signer)).size).toBe(2)
})
