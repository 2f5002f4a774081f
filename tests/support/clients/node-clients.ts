import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeClients } from './client-packages.ts'

const cache = join(import.meta.dirname, '../../../node_modules/.cache/countersign')

type NodeClients = keyof typeof nodeClients

function placesFor(clients: NodeClients) {
  const folder = join(cache, nodeClients[clients].join('+').replaceAll('/', '-'))
  return { folder, modules: join(folder, 'node_modules'), done: join(folder, 'done') }
}

/** The folder of modules that `npm run test:clients` made; null where it did not. */
export function findModulesWith(clients: NodeClients): string | null {
  const { modules, done } = placesFor(clients)
  return existsSync(done) ? modules : null
}

/** Makes it where it is not there. @returns false where it cannot be had */
export function installModulesWith(clients: NodeClients): boolean {
  const { folder, done } = placesFor(clients)
  if (existsSync(done)) return true
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  const { status } = spawnSync('npm', ['install', ...nodeClients[clients], ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 600_000,
  })
  if (status === 0) writeFileSync(done, '')
  return status === 0
}
