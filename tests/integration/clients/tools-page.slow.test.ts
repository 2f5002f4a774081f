import { execFile } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { codingAgents } from '../../support/clients/coding-agents.ts'
import { findPythonWith } from '../../support/clients/python-clients.ts'
import { findPython } from '../../support/clients/python-openai.ts'
import { findModulesWith } from '../../support/clients/node-clients.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { verify } from '../../support/receipts/verify-file.ts'

// The snippets of server/TOOLS.md and of the front page, as they stand there.

const run = promisify(execFile)
const gateway = inject('demo')
const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'server/TOOLS.md'), 'utf8')
const front = readFileSync(join(root, 'README.md'), 'utf8')

/** The block of code under a heading. */
function snippet(text: string, heading: string, language: string): string {
  const [, after = ''] = text.split(`${heading}\n`)
  const [, code] = new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``).exec(after) ?? []
  if (code === undefined) throw new Error(`there is no ${language} under ${heading}`)
  return code
}

const made = await fetch(`${gateway.baseUrl}/api/keys`, { method: 'POST' })
const { key } = (await made.json()) as { key: string }
const env = {
  ...process.env,
  OPENAI_BASE_URL: `${gateway.baseUrl}/v1`,
  OPENAI_API_KEY: key,
}

/** Runs it in a folder of its own, whose `answer.json` it may write. */
async function runIn(folder: string, program: string, name: string, code: string) {
  writeFileSync(join(folder, name), code)
  return (await run(program, [name], { cwd: folder, env })).stdout
}

async function judged(folder: string, ...more: readonly string[]) {
  return verify(join(folder, 'answer.json'), '--gateway', gateway.baseUrl, '--verbose', ...more)
}

/** A folder as `npm init -y` leaves it: CommonJS, with these packages. */
function projectWith(modules: string): string {
  const folder = temporaryFolder()
  const manifest = { name: 'tool', version: '1.0.0', main: 'index.js', type: 'commonjs' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  symlinkSync(modules, join(folder, 'node_modules'))
  return folder
}

const opened = /^PASS commitment\.prompt: [^]*^PASS commitment\.response: /m

test('what curl saves opens', async () => {
  const folder = temporaryFolder()
  await run('sh', ['-c', snippet(page, '### curl', 'sh')], { cwd: folder, env })
  writeFileSync(join(folder, 'messages.json'), '[{"role":"user","content":"Hello"}]')
  const { code, stdout } = await judged(folder, '--messages', join(folder, 'messages.json'))
  expect(stdout).toMatch(opened)
  expect(code).toBe(0)
})

test('the official client’s snippet runs in a folder that npm init left, and what it saves opens', async () => {
  const folder = projectWith(join(root, 'node_modules'))
  const code = snippet(page, '### openai (JavaScript)', 'js')
  expect(await runIn(folder, process.execPath, 'index.js', code)).toBe('private\n')
  const { stdout, code: status } = await judged(folder)
  expect(stdout).toMatch(opened)
  expect(status).toBe(0)
})

test('what the front page’s curl saves is judged, with every check, by the lines that it gives for that', async () => {
  const folder = temporaryFolder()
  const asking = snippet(front, '## Use it', 'sh').replaceAll(/^export .*\n/gm, '')
  await run('sh', ['-c', asking], { cwd: folder, env })
  const [messages = '', judging] = snippet(front, 'that `curl` saved above:', 'sh').split('\n')
  await run('sh', ['-c', messages], { cwd: folder })
  expect(judging).toMatch(/^npm run verify -- answer\.json .* --messages messages\.json$/)
  const { code, stdout } = await judged(folder, '--messages', join(folder, 'messages.json'))
  expect(stdout).toMatch(opened)
  expect(code).toBe(0)
})

test('the front page’s snippet in JavaScript says the label', async () => {
  const folder = projectWith(join(root, 'node_modules'))
  const said = await runIn(folder, process.execPath, 'index.js', snippet(front, '## Use it', 'js'))
  expect(said).toContain('Private')
})

const official = findPython()
describe.skipIf(official.kind === 'absent')('openai, in Python', () => {
  const python = official.kind === 'found' ? official.python : ''

  test('what its snippet saves opens', async () => {
    const folder = temporaryFolder()
    const code = snippet(page, '### openai (Python)', 'python')
    expect(await runIn(folder, python, 'tool.py', code)).toBe('private\n')
    const { stdout, code: status } = await judged(folder)
    expect(stdout).toMatch(opened)
    expect(status).toBe(0)
  })

  test('the front page’s snippet says the label', async () => {
    const code = snippet(front, '## Use it', 'python')
    const said = await runIn(temporaryFolder(), python, 'tool.py', code)
    expect(said).toContain('Private')
  })
})

const aiSdk = findModulesWith('aiSdk')
test.skipIf(aiSdk === null)(
  'the AI SDK’s snippet asks with a floor, and what it saves opens',
  async () => {
    const folder = projectWith(aiSdk ?? '')
    const code = snippet(page, '### AI SDK', 'js')
    expect(await runIn(folder, process.execPath, 'index.js', code)).toBe('private\n')
    const { stdout, code: status } = await judged(folder)
    expect(stdout).toMatch(opened)
    expect(status).toBe(0)
  },
)

const langchain = findModulesWith('langchain')
test.skipIf(langchain === null)(
  'LangChain’s snippet in JavaScript asks with a floor, and what it saves opens',
  async () => {
    const folder = projectWith(langchain ?? '')
    const code = snippet(page, '### LangChain (JavaScript)', 'js')
    expect(await runIn(folder, process.execPath, 'index.js', code)).toBe('private\n')
    const { stdout, code: status } = await judged(folder)
    expect(stdout).toMatch(opened)
    expect(status).toBe(0)
  },
)

const anthropicJs = findModulesWith('anthropic')
test.skipIf(anthropicJs === null)(
  'Anthropic’s snippet in JavaScript asks with a floor, and what it saves opens',
  async () => {
    const folder = projectWith(anthropicJs ?? '')
    const code = snippet(page, '### Anthropic (JavaScript)', 'js')
    expect(await runIn(folder, process.execPath, 'index.js', code)).toBe('private\n')
    const { stdout, code: status } = await judged(folder)
    expect(stdout).toMatch(opened)
    expect(status).toBe(0)
  },
)

const anthropicPython = findPythonWith('anthropic')
test.skipIf(anthropicPython === null)(
  'what Anthropic’s snippet in Python saves opens',
  async () => {
    const folder = temporaryFolder()
    const code = snippet(page, '### Anthropic (Python)', 'python')
    expect(await runIn(folder, anthropicPython ?? '', 'tool.py', code)).toBe('private\n')
    const { stdout, code: status } = await judged(folder)
    expect(stdout).toMatch(opened)
    expect(status).toBe(0)
  },
)

test('every snippet of the page is run by a test', () => {
  const tests = ['tools-page.slow', 'package-with-clients.slow', 'litellm-proxy.slow'].map((name) =>
    readFileSync(join(import.meta.dirname, `${name}.test.ts`), 'utf8'),
  )
  const headings = [...page.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading)
  expect(headings.length).toBeGreaterThan(16)
  // Zed has windows. The other tools that write code have a test of their own, which takes their configuration by its heading.
  const elsewhere = ['Zed', ...codingAgents.map(({ title }) => title)]
  for (const heading of headings.filter((each) => !elsewhere.includes(each))) {
    expect(
      tests.some((text) => text.includes(`${heading}'`)),
      heading,
    ).toBe(true)
  }
})

const others = findPythonWith('litellm')
describe.skipIf(others === null)('in Python', () => {
  const python = others ?? ''

  test('LangChain’s snippet reads the mode and the digest', async () => {
    const code = snippet(page, '### LangChain (Python)', 'python')
    const said = await runIn(temporaryFolder(), python, 'tool.py', code)
    expect(said).toMatch(/^private\n[0-9a-f]{64}\n$/)
  })

  test('what LiteLLM’s snippet saves opens', async () => {
    const folder = temporaryFolder()
    const code = snippet(page, '### LiteLLM (Python)', 'python')
    expect(await runIn(folder, python, 'tool.py', code)).toBe('private\n')
    const { stdout, code: status } = await judged(folder)
    expect(stdout).toMatch(opened)
    expect(status).toBe(0)
  })
})
