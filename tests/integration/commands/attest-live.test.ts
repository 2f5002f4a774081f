import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { ModelList } from '../../../server/commands/admin/models/model-list.ts'
import { processDeps } from '../../../server/commands/admin/process-deps.ts'
import { attestLive } from '../../../server/commands/attest-live/attest-live.ts'
import { judgeKept } from '../../../server/commands/attest/judge-kept.ts'
import { startChutes } from '../../../server/demo/providers/chutes/start-chutes.ts'
import { startVenice, veniceModelName } from '../../../server/demo/providers/venice/start-venice.ts'
import { demoModel } from '../../../server/demo/upstream/write-completion.ts'
import { providerLists } from '../../../server/commands/admin/models/provider-lists.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilEnd } from '../../support/until-end.ts'

/** Meets the first model of a simulated provider's list, as `attest:live` does with a real one. */
async function meet(
  kind: 'venice' | 'chutes',
  list: ModelList,
  simulator: { readonly baseUrl: string; readonly collateralUrl: string; readonly roots: object },
  { data, more = {} }: { readonly data: object; readonly more?: object },
) {
  const app = fastify()
  app.get(list.path, () => ({ data: [data] }))
  const service = await app.listen({ port: 0, host: '127.0.0.1' })
  const folder = temporaryFolder()
  const lines: string[] = []
  const { baseUrl, collateralUrl: collateral_url, roots: simulation_roots } = simulator
  const members = { collateral_url, simulation_roots, ...more } as unknown as Record<string, string>
  const simulated: ModelList = {
    ...list,
    service,
    read: (bytes) =>
      list.read(bytes).map((each) => ({ ...each, members: { ...each.members, ...members } })),
    address: () => baseUrl,
  }
  const say = (line: string) => void lines.push(line)
  const deps = { ...processDeps, say, complain: say, folder, configFolder: folder }
  const provider = { kind: `${kind}-simulated`, list: simulated, key: 'a-live-secret', model: null }
  const exit = await attestLive(provider, deps)
  await app.close()
  const [file = ''] = readdirSync(folder).filter((name) => /-\d{4}-\d\d-\d\d\.json$/.test(name))
  return { exit, said: lines.join('\n'), recording: readFileSync(join(folder, file)) }
}

test('who takes encrypted questions alone is asked one, and its evidence is recorded without a key', async () => {
  const venice = await untilEnd(startVenice())
  const data = { id: veniceModelName, model_spec: { capabilities: { supportsE2EE: true } } }
  const tls = { more: { tls_ca: venice.certificatePem } }
  const met = await meet('venice', providerLists.venice(), venice, { data, ...tls })
  expect(met.said).toContain('✓ encrypted: an answer of venice-near-tdx-simulated/1, signed by the')
  expect(met.exit).toBe(0)
  expect(met.recording.includes('a-live-secret')).toBe(false)
  expect(venice.received).toHaveLength(1)
  expect(venice.received[0]?.toString()).not.toContain('the word yes')
  expect(judgeKept(met.recording, null).evidenceKind).toBe('venice')

  venice.setFault('signature-missing')
  const unsigned = await meet('venice', providerLists.venice(), venice, { data, ...tls })
  expect(unsigned.said).toContain('and nothing proves that the enclave wrote it')
  venice.setFault('clear-answer')
  const clear = await meet('venice', providerLists.venice(), venice, { data, ...tls })
  expect(clear.said).toContain('✗ encrypted: the answer is not encrypted to this request')
  expect(clear.exit).toBe(1)
})

test('of Chutes what runs is pinned for the meeting, and asked', async () => {
  const chutes = await untilEnd(startChutes())
  const data = { id: demoModel, chute_id: chutes.chuteId, confidential_compute: true }
  const met = await meet('chutes', providerLists.chutes(), chutes, { data })
  expect(met.said).toContain(
    '✓ streamed: an answer of chutes-tdx-simulated/1, bound by the channel',
  )
  expect(met.exit).toBe(0)
  expect(met.recording.includes('a-live-secret')).toBe(false)
  expect(met.recording.includes('nonces')).toBe(false)
  chutes.setFault('system-not-measured')
  const refused = await meet('chutes', providerLists.chutes(), chutes, { data })
  expect(refused.said).toContain('✗ us       code.running-system')
  expect(refused.exit).toBe(1)
})
