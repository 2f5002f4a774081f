// npm run check:deploy. The files of server/deploy that cannot be run here, each by the first of its tools that is installed; fails where one has
// a finding, and says what no tool looked at. nginx.conf is run by tests/integration/operation/cluster.slow.test.ts.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const cwd = fileURLToPath(new URL('../server/deploy/', import.meta.url))
const env = {
  ...process.env,
  DOMAIN: 'chat.example.com',
  POSTGRES_PASSWORD: 'password',
  CALLER_SECRET: '00'.repeat(32),
  SEAL_KEY: '01'.repeat(32),
}
const manifests = ['kubernetes/gateway.yaml', 'kubernetes/ingress.yaml']
const composed = ['-f', 'compose.yaml', 'config', '--quiet']

/** Of each file, the tools that can look at it: how to ask whether one is there, and the command. */
const checks = [
  {
    file: 'Dockerfile',
    tools: [{ probe: ['hadolint', '--version'], command: ['hadolint', 'Dockerfile'] }],
  },
  {
    file: 'compose.yaml',
    tools: [
      { probe: ['docker', 'compose', 'version'], command: ['docker', 'compose', ...composed] },
      { probe: ['docker-compose', 'version'], command: ['docker-compose', ...composed] },
    ],
  },
  {
    file: 'kubernetes/',
    tools: [
      {
        probe: ['kubernetes-validate', '--version'],
        command: ['kubernetes-validate', '--strict', ...manifests],
      },
      { probe: ['kubeconform', '-v'], command: ['kubeconform', '-strict', ...manifests] },
    ],
  },
  {
    file: 'countersign.service',
    tools: [
      {
        probe: ['systemd-analyze', '--version'],
        command: ['systemd-analyze', 'verify', './countersign.service'],
      },
    ],
  },
  {
    file: 'Caddyfile',
    tools: [
      {
        probe: ['caddy', 'version'],
        command: ['caddy', 'adapt', '--validate', '--config', 'Caddyfile'],
      },
    ],
  },
]

const run = ([program, ...options]) => spawnSync(program, options, { cwd, env, encoding: 'utf8' })

for (const { file, tools } of checks) {
  const command = tools.find(({ probe }) => run(probe).status === 0)?.command
  if (command === undefined) {
    const names = tools.map(({ probe }) => probe.slice(0, -1).join(' ')).join(' nor ')
    console.log(`${file}: not checked, there is no ${names} here`)
    continue
  }
  const { status, stdout, stderr } = run(command)
  // systemd-analyze ends with 0 where it names a setting that systemd would ignore.
  const isFine = status === 0 && !stderr.includes('ignoring')
  console.log(`${file}: ${command.join(' ')}: ${isFine ? 'without a finding' : 'FINDINGS'}`)
  if (isFine) continue
  console.log(`${stdout}${stderr}`)
  process.exitCode = 1
}
