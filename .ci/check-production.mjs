// npm run check:production. Installs what serves, and nothing that builds or tests, into a folder of its own; fails where
// that is larger than it may be, or the gateway does not start from it, ask its demo and serve its pages.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const mostMegabytes = 120
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'countersign-production-'))
const print = (text) => process.stdout.write(`${text}\n`)

function bytesOf(path) {
  const { size } = statSync(path)
  return readdirSync(path, { withFileTypes: true }).reduce((sum, each) => {
    const inside = join(path, each.name)
    if (each.isDirectory()) return sum + bytesOf(inside)
    return each.isFile() ? sum + statSync(inside).size : sum
  }, size)
}

async function serves() {
  const gateway = spawn(process.execPath, [join(folder, 'server/main.ts')], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let said = ''
    for await (const piece of gateway.stdout) {
      said += piece
      const url = /Listening on (\S+)/.exec(said)?.[1]
      if (url === undefined) continue
      const body = JSON.stringify({
        model: 'svc-chat',
        messages: [{ role: 'user', content: 'Hi' }],
      })
      const headers = { 'content-type': 'application/json' }
      const paths = ['/readyz', '/docs', '/api/limits', ...(hasPages ? ['/', '/verify'] : [])]
      const asked = [
        ...paths.map((path) => fetch(`${url}${path}`)),
        fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body }),
      ]
      return (await Promise.all(asked)).every(({ ok }) => ok)
    }
    return false
  } finally {
    gateway.kill()
  }
}

for (const each of ['package.json', 'package-lock.json', 'shared', 'server']) {
  cpSync(join(root, each), join(folder, each), { recursive: true })
}
const hasPages = existsSync(join(root, 'dist/web/index.html'))
if (hasPages) cpSync(join(root, 'dist/web'), join(folder, 'dist/web'), { recursive: true })
const without = ['--omit=dev', '--omit=optional', '--ignore-scripts']
execFileSync('npm', ['ci', ...without, '--no-audit', '--no-fund', '--prefer-offline'], {
  cwd: folder,
})

const megabytes = bytesOf(join(folder, 'node_modules')) / 1_000_000
const isServed = await serves()
rmSync(folder, { recursive: true, force: true })
print(`node_modules of what serves: ${megabytes.toFixed(1)} MB of at most ${mostMegabytes}`)
print(
  `It starts, answers${hasPages ? ' and has its pages' : ' (there are no pages: npm run build:web)'}: ${isServed}`,
)
if (megabytes > mostMegabytes || !isServed) process.exitCode = 1
