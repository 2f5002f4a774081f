import { expect, test } from 'vitest'
import { processDeps } from '../../../../server/commands/admin/process-deps.ts'
import { attestLive, liveConfig } from '../../../../server/commands/attest-live/attest-live.ts'
import { parseGatewayConfig } from '../../../../server/gateway/config/parse-gateway-config.ts'
import { providerLists } from '../../../../server/commands/admin/models/provider-lists.ts'
import { freePort } from '../../../support/free-port.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('the first listed model with a host of the provider is met, by a configuration that a gateway reads', () => {
  const models = [
    { name: 'nowhere', hosts: [], members: {} },
    { name: 'elsewhere', hosts: ['model.example.com'], members: {} },
    { name: 'Qwen/Qwen3', hosts: ['x.example', 'qwen.completions.near.ai'], members: {} },
    { name: 'later', hosts: ['later.completions.near.ai'], members: {} },
  ]
  const list = providerLists.near()
  const config = liveConfig({ kind: 'near', list, model: null }, models)
  expect(config).toMatchObject({
    base_url: 'https://qwen.completions.near.ai/v1',
    models: { 'Qwen/Qwen3': 'Qwen/Qwen3' },
  })
  const text = JSON.stringify({ upstreams: [config], traits: {} })
  expect(parseGatewayConfig(text, 'a file').upstreams).toHaveLength(1)
  expect(liveConfig({ kind: 'near', list, model: 'later' }, models)).toMatchObject({
    base_url: 'https://later.completions.near.ai/v1',
  })
  expect(liveConfig({ kind: 'near', list, model: 'elsewhere' }, models)).toBeNull()
})

test('a model of Tinfoil comes with its repository', () => {
  const members = { repository: 'tinfoilsh/confidential-gemma4-31b' }
  const hosts = ['gemma4-31b-1.inf10.tinfoil.sh']
  const config = liveConfig({ kind: 'tinfoil', list: providerLists.tinfoil(), model: null }, [
    { name: 'gemma4-31b', hosts, members },
  ])
  expect(config).toMatchObject(members)
  const text = JSON.stringify({ upstreams: [config], traits: {} })
  expect(parseGatewayConfig(text, 'a file').upstreams).toHaveLength(1)
})

test('a model of Chutes comes with its chute, and one of Venice with its own name', () => {
  const chute_id = 'e51e818e-fa63-570d-9f68-49d7d1b4d12f'
  for (const [kind, list, name, members] of [
    ['chutes', providerLists.chutes(), 'zai-org/GLM-5-TEE', { chute_id }],
    ['venice', providerLists.venice(), 'e2ee-qwen3-5-122b-a10b', {}],
  ] as const) {
    const hosts = [`api.${kind}.ai`]
    const config = liveConfig({ kind, list, model: null }, [{ name, hosts, members }])
    expect(config).toMatchObject(members)
    const text = JSON.stringify({ upstreams: [config], traits: {} })
    expect(parseGatewayConfig(text, 'a file').upstreams).toHaveLength(1)
    const foreign = { name: 'llama', hosts, members: { chute_id: 'x' } }
    expect(liveConfig({ kind, list, model: null }, [foreign])).toBeNull()
  }
})

test('a provider that gives no list is named, and nothing else is asked', async () => {
  const complaints: string[] = []
  const folder = temporaryFolder()
  const list = providerLists.near(`http://127.0.0.1:${await freePort()}`)
  const exit = await attestLive(
    { kind: 'near', list, key: 'a-secret-key', model: null },
    {
      ...processDeps,
      say: (line) => complaints.push(line),
      complain: (line) => complaints.push(line),
      folder,
      configFolder: folder,
    },
  )
  expect(exit).toBe(1)
  expect(complaints).toEqual([expect.stringMatching(/^NEAR AI gave no list of models: /)])
})
