import { describe, expect, test } from 'vitest'
import { behind, judgeCompose, service } from '../../../support/enclave/judge-compose.ts'

describe('of a variable that the file may take', () => {
  const taking = (file: string, names = ['KEY']) =>
    judgeCompose({ file, app: { allowed_envs: names }, allowedEnvs: names })

  test.each<[string, string]>([
    ['with braces', service('environment: {API_KEY: "${KEY}"}')],
    ['without braces', service('environment: {API_KEY: $KEY}')],
    ['that must be there', service('environment: {API_KEY: "${KEY:?is missing}"}')],
    ['with a default', service('environment: {API_KEY: "${KEY:-none}"}')],
    ['in a list', service('environment: ["API_KEY=${KEY}", "MODE=x"]')],
    ['by its own name', service('environment: [KEY]')],
    ['by its own name in a map', service('environment: {KEY: }')],
  ])('it may be a value of the environment %s', (_how, file) => {
    expect(taking(file).checks).toMatchObject([{ status: 'pass' }, { status: 'pass' }])
  })

  test.each<[string, string]>([
    ['in the place of an image', 'services: {app: {image: "${KEY}"}}\n'],
    ['in a command', service('command: ["--key", "${KEY}"]')],
    ['in an entrypoint', service('entrypoint: $KEY')],
    ['in a volume', service('volumes: ["${KEY}:/x"]')],
    ['in a configuration', behind('configs: {a: {content: "{\\"key\\": \\"${KEY}\\"}"}}')],
    ['in a health check', service('healthcheck: {test: "$KEY"}')],
    ['in a port', service('ports: ["${KEY}:80"]')],
    ['in a name of the environment', service('environment: {"$KEY": x}')],
    ['in a name of a list', service('environment: ["${KEY}=x"]')],
    ['beside other text', service('environment: {UPSTREAM: "https://${KEY}/v1"}')],
    ['within a document', service(`environment: {UPSTREAMS: '[{"key": "\${KEY}"}]'}`)],
    ['with another variable as its default', service('environment: {API_KEY: "${KEY:-${PATH}}"}')],
    ['in a form that is not known', service('environment: {API_KEY: "${KEY:+x}"}')],
    ['in a name at the top', behind('name: $KEY')],
  ])('it is refused %s', (_where, file) => {
    expect(taking(file).content).toBe('fail')
  })

  test('it must be named by the file itself, and be accepted', () => {
    const file = service('environment: {API_KEY: "${KEY}"}')
    expect(judgeCompose({ file, allowedEnvs: ['KEY'] }).content).toBe('fail')
    expect(judgeCompose({ file, app: { allowed_envs: ['KEY'] } }).content).toBe('fail')
    expect(
      judgeCompose({ file: service('environment: [KEY]'), allowedEnvs: ['KEY'] }).content,
    ).toBe('fail')
  })

  test.each([
    'COMPOSE_FILE',
    'APP_COMPOSE_FILE',
    'DOCKER_HOST',
    'PATH',
    'LD_PRELOAD',
    'BASH_ENV',
    'HTTPS_PROXY',
    'https_proxy',
    'PCCS_URL',
    'GATEWAY_REPO_COMMIT',
    'MODEL_IMAGE',
  ])('%s decides what runs, whoever accepts it', (name) => {
    expect(taking(service(), [name]).content).toBe('fail')
  })

  test.each(['LD_PRELOAD', 'NODE_OPTIONS', 'PYTHONPATH', 'GIT_SSH_COMMAND', 'COMMIT_SHA', 'PATH'])(
    'nothing taken becomes %s of a container',
    (name) => {
      expect(taking(service(`environment: {${name}: $KEY}`)).content).toBe('fail')
      expect(taking(service(`environment: {${name}: x}`)).content).toBe('pass')
    },
  )

  test('a service that says it serves the model itself takes none: it could name another host', () => {
    const file = service('environment: {KEY: $KEY, UPSTREAM: "http://app:80"}')
    const names = { app: { allowed_envs: ['KEY'] }, allowedEnvs: ['KEY'] }
    expect(judgeCompose({ file, ...names, serving: 'direct' })).toMatchObject({
      content: 'pass',
      direct: 'fail',
    })
    expect(judgeCompose({ file, ...names, serving: 'aggregator' }).direct).toBe('pass')
  })
})
