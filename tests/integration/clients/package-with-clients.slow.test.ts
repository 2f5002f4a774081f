import { execFile, execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { packageFolder } from '../../support/clients/built-package.ts'
import { findModulesWith } from '../../support/clients/node-clients.ts'
import { runSnippet } from '../../support/clients/run-snippet.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

// The package as it is published, in the oldest Node that is promised and with clients that are installed for it.

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const gateway = inject('demo').baseUrl
const made = await fetch(`${gateway}/api/keys`, { method: 'POST' })
const { key } = (await made.json()) as { key: string }
const env = { ...process.env, GATEWAY: gateway, GATEWAY_KEY: key }
const messages = [{ role: 'user' as const, content: 'Hello' }]

/** The Node that the machine itself has, where it is the oldest that is promised. */
function findNode20(): string | null {
  try {
    const found = execFileSync('/usr/bin/node', ['--version'], { encoding: 'utf8' })
    return found.startsWith('v20.') ? '/usr/bin/node' : null
  } catch {
    return null
  }
}

const node20 = findNode20()

test('three lines are enough in Node 20, too, and the command works there', async ({ skip }) => {
  if (node20 === null) return skip('/usr/bin/node is not Node 20')
  const said = await runSnippet('countersign with openai', {
    modules: join(root, 'node_modules'),
    env,
    node: node20,
  })
  expect(said).toMatch(/^simulated .*demo/)
  const folder = temporaryFolder()
  const file = join(folder, 'answer.json')
  const body = JSON.stringify({ model: 'svc-chat', messages })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const answer = await fetch(`${gateway}/v1/chat/completions`, { method: 'POST', headers, body })
  writeFileSync(file, `{"request":${body},"response":${await answer.text()}}`)
  const command = join(packageFolder, 'bin/countersign.js')
  const judged = await run(node20, [command, 'verify', file, '--gateway', gateway])
  expect(judged.stdout).toContain('○ Private · promised')
  const { stdout } = await run(node20, [command, 'proxy', '--help'])
  expect(stdout).toMatch(/^countersign proxy/)
})

test.for([
  ['the AI SDK', 'countersign with the AI SDK', 'aiSdk'],
  ['LangChain', 'countersign with LangChain', 'langchain'],
  ['Anthropic’s client', 'countersign with Anthropic', 'anthropic'],
] as const)('three lines are enough for %s', async ([, heading, clients], { skip }) => {
  const modules = findModulesWith(clients)
  if (modules === null) return skip('npm run test:clients did not install it')
  expect(await runSnippet(heading, { modules, env })).toMatch(/^simulated .*demo/)
})
