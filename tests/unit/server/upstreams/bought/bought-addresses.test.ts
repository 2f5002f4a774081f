import { describe, expect, test } from 'vitest'
import { sha256Digest } from '#shared/digest.ts'
import { createInTurn } from '../../../../../server/gateway/common/in-turn.ts'
import { createLogger } from '../../../../../server/gateway/common/safe-logger.ts'
import {
  createUpstream,
  type UpstreamConfig,
} from '../../../../../server/gateway/upstreams/upstream-registry.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

const deps = {
  variables: {},
  dataDir: temporaryFolder(),
  monotonicMs: () => 0,
  nowSeconds: () => 0,
  logger: createLogger('silent'),
  answerBytes: 1024,
  inTurn: createInTurn(),
  evidence: { keep: (text: string) => Promise.resolve(sha256Digest(text)) },
}

/** What the operator is told of an upstream, or `fine`. */
async function told(config: object): Promise<string> {
  try {
    const members = { id: 'bought', models: { m: 'model' } }
    await createUpstream({ ...members, ...config } as unknown as UpstreamConfig, deps).close()
    return 'fine'
  } catch (error) {
    return (error as Error).message
  }
}

describe('hosts of NEAR AI', () => {
  test.each([
    ['https://qwen35-122b.completions.near.ai/v1', 'fine'],
    ['https://cloud-api.near.ai/v1', 'base_url: is NEAR AI’s cloud gateway, which reads each'],
    ['https://CLOUD-API.near.ai:443/v1', 'base_url: is NEAR AI’s cloud gateway, which reads each'],
    ['https://cloud-api.near.ai./v1', 'base_url: is no host of NEAR AI'],
    ['http://qwen35-122b.completions.near.ai/v1', 'base_url: is no host of NEAR AI'],
    ['https://near.ai/v1', 'base_url: is no host of NEAR AI'],
    ['https://near.ai.example.com/v1', 'base_url: is no host of NEAR AI'],
  ])('%s', async (base_url, expected) => {
    expect(await told({ kind: 'near', base_url })).toContain(expected)
  })
})

describe('Tinfoil’s router is nobody’s by mistake', () => {
  const host = 'https://gemma4-31b-1.inf10.tinfoil.sh/v1'
  const router = 'https://inference.tinfoil.sh/v1'
  const ofModel = 'tinfoilsh/confidential-gemma4-31b'
  const ofRouter = 'tinfoilsh/confidential-model-router'

  test.each<[string, string, boolean | undefined, string]>([
    [host, ofModel, undefined, 'fine'],
    [host, ofModel, false, 'fine'],
    [router, ofRouter, true, 'fine'],
    [router, ofModel, undefined, 'base_url: is Tinfoil’s router, which reads each question'],
    [router, ofRouter, undefined, 'base_url: is Tinfoil’s router, which reads each question'],
    [host, ofRouter, undefined, 'repository: is no repository of a model’s enclave'],
    [host, ofModel, true, 'base_url: is not the address of Tinfoil’s router'],
    [host, ofRouter, true, 'base_url: is not the address of Tinfoil’s router'],
    [router, ofModel, true, 'repository: is not the router’s repository'],
    [router, 'somebody/confidential-model-router', true, 'is not the router’s repository'],
    ['http://inference.tinfoil.sh/v1', ofRouter, true, 'is not the address of Tinfoil’s router'],
    ['https://inference.tinfoil.sh.example.com/v1', ofRouter, true, 'is not the address'],
    ['https://example.com/v1', ofModel, undefined, 'base_url: is no host of Tinfoil'],
  ])('%s, %s, router: %s', async (base_url, repository, isRouter, expected) => {
    const config = {
      kind: 'tinfoil',
      base_url,
      repository,
      ...(isRouter === undefined ? {} : { router: isRouter }),
    }
    expect(await told(config)).toContain(expected)
  })
})
