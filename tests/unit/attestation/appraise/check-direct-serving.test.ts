import { describe, expect, test } from 'vitest'
import {
  behind,
  judgeCompose,
  pinnedImage,
  service,
} from '../../../support/enclave/judge-compose.ts'

describe('of a service that says it serves the model itself', () => {
  const naming = (text: string) =>
    judgeCompose({ file: service(`command: ${JSON.stringify(text)}`), serving: 'direct' }).direct

  test.each([
    'https://api.example.com/v1',
    'HTTPS://API.EXAMPLE.COM',
    'https://user:pass@evil.example',
    'https://app@evil.example',
    'https:/evil.example',
    'grpc://evil:9000',
    '//evil/v1',
    'http://2130706433/',
    'api.example.com',
    '--upstream=api.example.com:443',
    'evil:8000',
    'me@evil:22',
    '192.0.2.1',
    '[2001:db8::1]:443',
    '2001:db8::1',
    'api。example。com',
    'api%2eexample%2ecom',
    'http%3A%2F%2Fevil',
    'run http://app:80 then evil.example.',
  ])('%s is another host', (text) => {
    expect(naming(text)).toBe('fail')
  })

  test.each(['api\\u002eexample\\u002ecom', 'https:\\/\\/evil', '\\u0068ttps://evil'])(
    'so is %s, as a configuration in JSON writes it',
    (text) => {
      const file = behind('configs:', '  a:', '    content: |', `      {"a": "${text}"}`)
      expect(judgeCompose({ file, serving: 'direct' }).direct).toBe('fail')
    },
  )

  test.each([
    ['environment', 'environment: {UPSTREAM: api.example.com}'],
    ['environment in a list', 'environment: ["UPSTREAM=api.example.com"]'],
    ['entrypoint', 'entrypoint: [x, "--host", api.example.com]'],
    ['health check', 'healthcheck: {test: [CMD, curl, api.example.com]}'],
  ])('the %s is looked at, too', (_where, line) => {
    expect(judgeCompose({ file: service(line), serving: 'direct' }).direct).toBe('fail')
  })

  test.each([
    'http://app:8000/v1',
    'app:8000',
    '0.0.0.0:8086',
    'http://localhost:1 http://127.0.0.1:2 http://[::1]:3',
  ])('%s is itself', (text) => {
    expect(naming(text)).toBe('pass')
  })

  test.each([
    '/etc/app/app.config.json --bind config.toml',
    'unix:///var/run/dstack.sock',
    '--model meta-llama/Llama-3.1-8B-Instruct --gpu-memory-utilization 0.95',
    'python3 -m vllm.entrypoints.openai.api_server',
  ])('%s names no host', (text) => {
    expect(naming(text)).toBe('skip')
  })

  test('a service of the same file that bears the name of another host is not itself', () => {
    const file = `${service('command: "https://api.example.com"')}  api.example.com:\n    image: ${pinnedImage}\n`
    expect(judgeCompose({ file, serving: 'direct' })).toMatchObject({
      content: 'pass',
      direct: 'fail',
    })
  })

  test('services in networks of their own may not reach each other, and fail', () => {
    const file = `${service('command: "http://app:80"', 'networks: [a]')}networks: {a: }\n`
    expect(judgeCompose({ file, serving: 'direct' })).toMatchObject({
      content: 'pass',
      direct: 'fail',
    })
  })
})
