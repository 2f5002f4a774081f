import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { readRecording } from '../../../server/commands/attest/read-recording.ts'
import { adminHere } from '../../support/gateway/admin-here.ts'
import {
  hasRecordings,
  recordingPath,
  withoutRecordings,
} from '../../support/providers/provider-recordings.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilEnd } from '../../support/until-end.ts'

// A provider's list is shown beside the configuration, and changes nothing.

/** Whoever hands out the lists: what it answers at each path. */
const answers: Record<string, string> = {}
const service = await untilEnd(startService())

async function startService() {
  const app = fastify({ forceCloseConnections: true })
  app.get('/*', (request, reply) => {
    const answer = answers[request.url]
    return answer === undefined ? reply.code(404).send() : reply.send(answer)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => app.close() }
}

const roots = { intel: 'none', nvidia: 'none' }
const near = {
  id: 'near-qwen',
  kind: 'near-simulated',
  base_url: 'https://qwen.completions.near.ai/v1',
  collateral_url: service.url,
  simulation_roots: roots,
  models: { 'svc-frontier': 'Qwen/Qwen3', 'svc-old': 'Qwen/Qwen2' },
}
const tinfoil = {
  id: 'tinfoil',
  kind: 'tinfoil-simulated',
  base_url: 'https://gemma4-31b-1.inf10.tinfoil.sh/v1',
  makers_url: service.url,
  repository: 'tinfoilsh/confidential-gemma4-31b',
  simulation_roots: { ...roots, amd: 'none', sigstore: {} },
  models: { 'svc-chat-large': 'gemma4-31b' },
}

/** What the command says of a configuration. */
function models(wanted: string, ...upstreams: readonly object[]) {
  const folder = temporaryFolder()
  const file = join(folder, 'gateway.config.json')
  writeFileSync(file, JSON.stringify({ upstreams }))
  return adminHere(folder, ['models', wanted], undefined, { GATEWAY_CONFIG: file })
}

const endpoints = (...list: readonly (readonly [string, ...string[]])[]) => {
  const rows = list.map(([domain, ...of]) => ({ domain, models: of }))
  answers['/endpoints'] = JSON.stringify({ endpoints: rows })
}

test('hosts of NEAR AI are listed with what is configured, and what is configured and not listed', async () => {
  endpoints(
    ['qwen.completions.near.ai', 'Qwen/Qwen3'],
    ['two.completions.near.ai', 'Qwen/Qwen3', 'openai/gpt-oss'],
  )
  const { code, stdout } = await models('near-qwen', near)
  expect(code).toBe(0)
  expect(stdout.trimEnd().split('\n')).toEqual([
    `What NEAR AI lists at ${service.url}/endpoints. Nobody has verified this list.`,
    '● Qwen/Qwen3  https://qwen.completions.near.ai/v1  configured: near-qwen',
    '○ Qwen/Qwen3  https://two.completions.near.ai/v1',
    '○ openai/gpt-oss  https://two.completions.near.ai/v1',
    '! near-qwen: the list has no Qwen/Qwen2 at qwen.completions.near.ai',
    expect.stringMatching(/^Nothing was changed\./),
  ])
})

test.each([
  'evil.example.com',
  'near.ai',
  'near.ai.example.com',
  'qwen.near.ai:8443',
  'https://qwen.near.ai',
  'qwen.near.ai/v1',
  'qwen near.ai',
  'qwén.near.ai',
  'cloud-api.near.ai',
  '\u001b[2Jqwen.near.ai',
])('a host that is none of NEAR AI is refused by name: %j', async (domain) => {
  endpoints([domain, 'Qwen/Qwen3'])
  const { code, stdout } = await models('near-qwen', near)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^✗ Qwen\/Qwen3 {2}.* {2}refused: this is no model’s host of NEAR AI$/m)
  expect(stdout).not.toMatch(/^[○●]/m)
  expect(stdout).not.toContain('\u001b')
})

const listed = (repo: string, ...hosts: readonly string[]) => ({
  repo,
  tag: 'v0.0.1',
  enclaves: Object.fromEntries(hosts.map((host) => [host, {}])),
})

function proxies(list: Readonly<Record<string, object>>): void {
  answers['/.well-known/tinfoil-proxy'] = JSON.stringify({ version: 'v0', models: list })
}

test('enclaves of Tinfoil are listed with their repositories, and the configured repository counts', async () => {
  proxies({
    'gemma4-31b': listed(
      'tinfoilsh/confidential-gemma5',
      'gemma4-31b-1.inf10.tinfoil.sh',
      'gemma.example.com',
      'inference.tinfoil.sh',
    ),
    llama: listed('tinfoilsh/confidential-llama', 'llama.tinfoil.containers.tinfoil.dev'),
    routed: listed('tinfoilsh/confidential-model-router', 'routed.tinfoil.sh'),
    stolen: listed('somebody/confidential-stolen', 'stolen.tinfoil.sh'),
    gone: listed('tinfoilsh/confidential-gone'),
  })
  const router = {
    ...tinfoil,
    id: 'routed',
    router: true,
    base_url: 'https://inference.tinfoil.sh/v1',
    models: { 'svc-llama': 'llama' },
  }
  const { code, stdout } = await models('tinfoil', tinfoil, router)
  expect(code).toBe(0)
  const repository = 'its repository is none of a model’s enclave'
  expect(stdout.trimEnd().split('\n').slice(1, -1)).toEqual([
    '● gemma4-31b  https://gemma4-31b-1.inf10.tinfoil.sh/v1  repository tinfoilsh/confidential-gemma5  configured: tinfoil',
    '✗ gemma4-31b  gemma.example.com  refused: this is no model’s host of Tinfoil',
    '✗ gemma4-31b  inference.tinfoil.sh  refused: this is no model’s host of Tinfoil',
    '● llama  https://llama.tinfoil.containers.tinfoil.dev/v1  repository tinfoilsh/confidential-llama  configured: routed (through the router)',
    `✗ routed  routed.tinfoil.sh  refused: ${repository}`,
    `✗ stolen  stolen.tinfoil.sh  refused: ${repository}`,
    '– gone  has no host',
    '! tinfoil: the list says repository tinfoilsh/confidential-gemma5; yours is tinfoilsh/confidential-gemma4-31b, and yours counts',
  ])
})

test('models of Venice and Chutes are listed where they are encrypted to, with what must be configured', async () => {
  const capabilities = (supportsE2EE: boolean) => ({
    model_spec: { capabilities: { supportsE2EE } },
  })
  answers['/api/v1/models'] = JSON.stringify({
    data: [
      { id: 'e2ee-qwen3', ...capabilities(true) },
      { id: 'e2ee-other', ...capabilities(true) },
      { id: 'Qwen:web', ...capabilities(true) },
      { id: 'llama', ...capabilities(false) },
      { id: 'bare' },
    ],
  })
  const simulated = { collateral_url: service.url, simulation_roots: roots }
  const venice = await models('venice-qwen', {
    id: 'venice-qwen',
    kind: 'venice-simulated',
    base_url: 'https://api.venice.ai/api/v1',
    ...simulated,
    models: { 'svc-frontier': 'e2ee-qwen3' },
  })
  expect(venice.stdout.trimEnd().split('\n').slice(1, -1)).toEqual([
    '● e2ee-qwen3  https://api.venice.ai/api/v1  configured: venice-qwen',
    '○ e2ee-other  https://api.venice.ai/api/v1',
    '✗ Qwen:web  api.venice.ai  refused: its name is none of a model with encryption',
  ])

  const [first, other] = [
    'e51e818e-fa63-570d-9f68-49d7d1b4d12f',
    '0f'.repeat(4) + '-0000-0000-0000-' + '0f'.repeat(6),
  ]
  answers['/v1/models'] = JSON.stringify({
    data: [
      { id: 'glm', chute_id: first, confidential_compute: true },
      { id: 'odd', chute_id: '../x', confidential_compute: true },
      { id: 'open', chute_id: other, confidential_compute: false },
      { id: 'bare' },
    ],
  })
  const chutes = await models('chutes', {
    id: 'chutes',
    kind: 'chutes-simulated',
    base_url: 'https://api.chutes.ai',
    chute_id: other,
    ...simulated,
    models: { 'svc-large': 'glm' },
  })
  expect(chutes.stdout.trimEnd().split('\n').slice(1, -1)).toEqual([
    `● glm  https://api.chutes.ai  chute_id ${first}  configured: chutes`,
    '✗ odd  api.chutes.ai  refused: its chute_id has another form',
    `! chutes: the list says chute_id ${first}; yours is ${other}, and yours counts`,
  ])
})

describe('a list that is none', () => {
  test.each([
    ['{', 'JSON_MALFORMED'],
    ['{"endpoints":[{"domain":1,"models":[]}]}', 'EVIDENCE_MALFORMED'],
  ])('says why: %s', async (text, reason) => {
    answers['/endpoints'] = text
    const { code, stdout, stderr } = await models('near-qwen', near)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(`The list of NEAR AI could not be had: ${reason}`)
  })

  test('of nobody who is there says so', async () => {
    delete answers['/endpoints']
    const { code, stderr } = await models('near-qwen', near)
    expect(code).toBe(1)
    expect(stderr).toContain('could not be had: status 404')
  })

  test.each(['openai', 'constructor', 'nobody'])('%s has none', async (wanted) => {
    const { code, stderr } = await models(wanted, near)
    expect(code).toBe(2)
    expect(stderr).toContain(`there is no list of models for "${wanted}"`)
    expect(stderr).toContain('near, tinfoil, venice, chutes')
  })
})

test.skipIf(!hasRecordings)(
  `the list that Tinfoil served on 29 June 2026 names the enclave that was met${withoutRecordings}`,
  async () => {
    const { responses } = readRecording(recordingPath('tinfoil-direct-2026-06-29'))
    const list = responses.find(({ url }) => url.endsWith('/.well-known/tinfoil-proxy'))
    answers['/.well-known/tinfoil-proxy'] = Buffer.from(list?.body ?? '').toString()
    const { stdout } = await models('tinfoil', tinfoil)
    expect(stdout).toContain(
      '● gemma4-31b  https://gemma4-31b-1.inf10.tinfoil.sh/v1  repository tinfoilsh/confidential-gemma4-31b  configured: tinfoil\n',
    )
    expect(stdout).toContain('– code-execution  has no host\n')
    expect(stdout).not.toMatch(/^[✗!]/m)
  },
)
