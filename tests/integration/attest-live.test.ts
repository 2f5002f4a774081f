import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { attestLive } from '../../server/commands/attest/attest-live.ts'
import { judgeKept } from '../../server/commands/attest/judge-kept.ts'
import { nearModel, startNear } from '../../server/demo/providers/near/start-near.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { untilEnd } from '../support/until-end.ts'

// An enclave of the configuration is met from the command line, as the gateway meets it.

const key = 'near-secret-of-the-operator'
const simulator = await untilEnd(startNear())
const folder = temporaryFolder()
const config = join(folder, 'gateway.config.json')
const record = join(folder, 'evidence.json')
const near = {
  id: 'near',
  kind: 'near-simulated',
  base_url: simulator.baseUrl,
  collateral_url: simulator.collateralUrl,
  simulation_roots: simulator.roots,
  api_key: key,
  models: { anything: nearModel },
}
const other = {
  id: 'other',
  kind: 'openai',
  base_url: 'http://127.0.0.1:9/v1',
  mode: 'private',
  models: { other: 'o' },
}
writeFileSync(config, JSON.stringify({ upstreams: [near, other], traits: {} }))
const options = { upstream: 'near', config, record, ask: true, variables: { DATA_DIR: folder } }

test('shows every check, asks one question, and writes evidence without a key that anybody can judge again', async () => {
  const { lines, exit } = await attestLive(options)
  expect(exit).toBe(0)
  expect(lines[0]).toBe('near-direct: verified')
  expect(lines.at(-1)).toMatch(/^✓ an answer of near-tdx-simulated\/1, signed by the enclave/)
  const written = readFileSync(record)
  expect(written.includes(key)).toBe(false)
  // Its roots are those of a simulation, and this reader knows hardware alone.
  const { kind, checks } = judgeKept(written, null)
  expect(kind).toBe('rejected')
  const failed = checks.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))
  expect([...new Set(failed)].toSorted()).toEqual(['nvidia.root', 'quote.root'])
})

test('names what does not hold, and then asks nothing', async () => {
  simulator.setFault('another-nonce')
  const { lines, exit } = await attestLive(options)
  simulator.setFault(null)
  expect(exit).toBe(1)
  expect(lines.join('\n')).toMatch(/✗ us +nonce|✗ us +quote\.report-data/)
  expect(lines.join('\n')).not.toContain('an answer of')
})

test('refuses an upstream that is not there, or is no such enclave', async () => {
  await expect(attestLive({ ...options, upstream: 'nobody' })).rejects.toThrow(
    'no upstream "nobody"',
  )
  await expect(attestLive({ ...options, upstream: 'other' })).rejects.toThrow('is no enclave')
})
