import { expect, test } from 'vitest'
import { appraiseCompose } from '#shared/attestation/appraise/appraise-compose.ts'
import { sha256Digest } from '#shared/digest.ts'
import { appCompose } from '../../../../server/demo/enclave/hardware/app-compose.ts'
import { behind } from '../../../support/enclave/judge-compose.ts'

/** Statuses of what runs and of what it names, where this text's digest is pinned. */
function statusesOf(text: string, pinned = text): readonly string[] {
  const composeHashes = [sha256Digest(pinned)]
  const policy = { allowedEnvs: [], serving: 'direct', composeHashes }
  return appraiseCompose(text, policy).map(({ id, status }) => `${id} ${status}`)
}

test('a text that is not pinned is not read at all', () => {
  for (const text of [
    appCompose('other'),
    '{',
    `{"docker_compose_file":"${'['.repeat(100_000)}"}`,
  ]) {
    expect(statusesOf(text, appCompose('pinned'))).toEqual([
      'policy.compose-content skip',
      'policy.direct-serving skip',
    ])
  }
})

const inFile = (docker_compose_file: string) =>
  JSON.stringify({ ...(JSON.parse(appCompose('pinned')) as object), docker_compose_file })

test.each([
  ['no JSON', '{'],
  ['a member twice', '{"docker_compose_file":"a","docker_compose_file":"b"}'],
  ['no YAML in it', inFile('services: [')],
  ['no services', inFile('volumes: {}')],
  ['an alias', inFile(behind('volumes: {a: &a {}, b: *a}'))],
])('a file with %s fails on both counts', (_what, text) => {
  expect(statusesOf(text)).toEqual(['policy.compose-content fail', 'policy.direct-serving fail'])
})
