import { expect, test } from 'vitest'
import { appraiseCompose } from '#shared/attestation/appraise/appraise-compose.ts'
import { sha256Digest } from '#shared/digest.ts'
import { appCompose } from '../../../../server/demo/enclave/hardware/app-compose.ts'

const policy = { allowedEnvs: ['REGION'], serving: 'direct' }

interface Compose {
  docker_compose_file: string
  [member: string]: unknown
}

function judge(change: (compose: Compose) => unknown, serving = 'direct') {
  const compose = JSON.parse(appCompose('pinned')) as Compose
  const changed = change(compose) ?? compose
  const text = typeof changed === 'string' ? changed : JSON.stringify(changed)
  const composeHashes = [sha256Digest(text)]
  return appraiseCompose(text, { ...policy, composeHashes, serving }).map(
    ({ id, status }) => `${id} ${status}`,
  )
}

const good = ['policy.compose-content pass', 'policy.direct-serving pass']
const bad = ['policy.compose-content fail', 'policy.direct-serving pass']

test('a file that leaves nothing open passes', () => {
  expect(judge((compose) => compose)).toEqual(good)
  expect(judge((compose) => ({ ...compose, allowed_envs: ['REGION'] }))).toEqual(good)
})

test('a text that is not pinned is not read at all', () => {
  for (const text of [
    appCompose('other'),
    '{',
    `{"docker_compose_file":"${'['.repeat(100_000)}"}`,
  ]) {
    const composeHashes = [sha256Digest(appCompose('pinned'))]
    const checks = appraiseCompose(text, { ...policy, composeHashes })
    expect(checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'policy.compose-content skip',
      'policy.direct-serving skip',
    ])
  }
})

const inFile = (change: (text: string) => string) => (compose: Compose) => ({
  ...compose,
  docker_compose_file: change(compose.docker_compose_file),
})

test.each<[string, (compose: Compose) => unknown]>([
  ['takes its keys from nowhere', (compose) => ({ ...compose, kms_enabled: false })],
  ['does not say whether logs are public', ({ public_logs: _logs, ...compose }) => compose],
  ['shows system information', (compose) => ({ ...compose, public_sysinfo: true })],
  ['runs a script before it starts', (compose) => ({ ...compose, pre_launch_script: 'true' })],
  [
    'takes a variable that is not accepted',
    (compose) => ({ ...compose, allowed_envs: ['COMMIT'] }),
  ],
  ['pulls an image by its tag', inFile((text) => text.replace(/@sha256:[0-9a-f]+/, ':latest'))],
  ['substitutes a variable', inFile((text) => `${text}\nx-note: \${HOST}`)],
  ['substitutes one without braces', inFile((text) => `${text}\nx-note: $HOST`)],
  ['has an admin token', inFile((text) => `${text}\n# admin_token: x`)],
  ['builds an image', inFile((text) => text.replace('  model:\n', '  model:\n    build: .\n'))],
  [
    'reads variables from a file',
    inFile((text) => text.replace('  model:\n', '  model:\n    env_file: x\n')),
  ],
])('a file that %s fails', (_what, change) => {
  expect(judge(change)).toEqual(bad)
})

test('a doubled dollar sign is one, and no variable', () => {
  expect(judge(inFile((text) => `${text}\n# costs 3$$USD`))).toEqual(good)
})

test('a direct service may name no other host; an aggregator may', () => {
  const elsewhere = inFile((text) => text.replace('http://model:8000', 'https://api.example.com'))
  expect(judge(elsewhere)).toEqual(['policy.compose-content pass', 'policy.direct-serving fail'])
  expect(judge(elsewhere, 'aggregator')).toEqual(good)
  const nowhere = inFile((text) => text.replace('http://model:8000', 'none'))
  expect(judge(nowhere)).toEqual(['policy.compose-content pass', 'policy.direct-serving skip'])
})

test.each([
  ['no JSON', () => '{'],
  ['a member twice', () => '{"docker_compose_file":"a","docker_compose_file":"b"}'],
  ['no YAML in it', inFile(() => 'services: [')],
  ['no services', inFile(() => 'volumes: {}')],
  ['aliases that unfold without end', inFile(() => 'a: &a [1]\nb: *a\nservices: {m: {image: x}}')],
] as [string, (compose: Compose) => unknown][])(
  'a file with %s fails on both counts',
  (_what, change) => {
    expect(judge(change)).toEqual(['policy.compose-content fail', 'policy.direct-serving fail'])
  },
)
