import { spawn } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runInstall } from '../../server/commands/proxy/install/run-install.ts'
import { tools } from '../../server/commands/proxy/install/tools.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { programPath } from '../support/program-path.ts'

// Real files of tools in a home of their own.

const origin = 'http://127.0.0.1:8788'
const model = 'svc-chat'

interface ToolCase {
  readonly file: string
  /** As its user has it: with comments, and other things in it. */
  readonly own: string
  /** Lines of it that must stay. */
  readonly kept: readonly string[]
  /** What makes the tool ask the proxy. */
  readonly added: readonly string[]
  /** Something of the user's own, added behind the installation. */
  readonly touch: (text: string) => string
  /** One of our values as another one. */
  readonly conflict: (text: string) => string
}

const cases: Readonly<Record<string, ToolCase>> = {
  codex: {
    file: '.codex/config.toml',
    own: '# mine\napproval_policy = "on-request" # keep\nsince = 2026-11-22T00:00:00Z\nmodel = "before" # my model\n\n[mcp_servers.a]\ncommand = "x" # why\nargs = [ "1",  "2" ]\n',
    kept: ['# mine', 'approval_policy = "on-request" # keep', 'args = [ "1",  "2" ]'],
    added: [
      'model_provider = "countersign"',
      `base_url = "${origin}/v1"`,
      'wire_api = "responses"',
      'web_search = "disabled"',
      'enabled = false',
    ],
    touch: (text) => `${text}\n[history]\npersistence = "none"\n`,
    conflict: (text) => text.replace('"countersign"', '"mine"'),
  },
  claude: {
    file: '.claude/settings.json',
    own: '{\n  "permissions": { "allow": ["Bash(ls)"] },\n  "env": { "FOO": "1" }\n}\n',
    kept: ['"permissions": { "allow": ["Bash(ls)"] },', '"FOO": "1"'],
    added: [
      `"ANTHROPIC_BASE_URL": "${origin}"`,
      '"ANTHROPIC_AUTH_TOKEN": "none"',
      '"CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS": "1"',
    ],
    touch: (text) => text.replace('"FOO": "1"', '"FOO": "2"'),
    conflict: (text) =>
      text.replace(`"ANTHROPIC_BASE_URL": "${origin}"`, '"ANTHROPIC_BASE_URL": "x"'),
  },
  opencode: {
    file: '.config/opencode/opencode.json',
    own: '{\n  // mine\n  "$schema": "https://opencode.ai/config.json",\n  "theme": "system", // keep\n}\n',
    kept: ['// mine', '"theme": "system"', '// keep'],
    added: ['"@ai-sdk/openai-compatible"', `"baseURL": "${origin}/v1"`, `"countersign/${model}"`],
    touch: (text) => text.replace('"system"', '"dark"'),
    conflict: (text) => text.replace(`"countersign/${model}"`, '"other/model"'),
  },
  aider: {
    file: '.aider.conf.yml',
    own: '# mine\nmodel: before   # my model\nread:\n  - A.md # why\n\n# end\n',
    kept: ['# mine', '  - A.md # why', '# end'],
    added: [`openai-api-base: ${origin}/v1`, `model: openai/${model}`],
    touch: (text) => `${text}dark-mode: true\n`,
    conflict: (text) => text.replace(`openai/${model}`, 'openai/other'),
  },
  continue: {
    file: '.continue/config.yaml',
    own: 'name: Mine # my name\nversion: 1.0.0\nschema: v1\nmodels:\n  - name: Other # keep\n    provider: ollama\n    model: x\n',
    kept: ['name: Mine # my name', '  - name: Other # keep'],
    added: ['name: Countersign', `apiBase: ${origin}/v1`],
    touch: (text) => text.replace('model: x', 'model: y'),
    conflict: (text) => text.replace(`${origin}/v1`, 'http://127.0.0.1:1/v1'),
  },
  zed: {
    file: '.config/zed/settings.json',
    own: '// Zed settings\n{\n  "theme": "One Dark", // keep\n  "language_models": { "ollama": { "api_url": "http://localhost:11434" } },\n}\n',
    kept: [
      '// Zed settings',
      '"theme": "One Dark", // keep',
      '"api_url": "http://localhost:11434"',
    ],
    added: ['"openai_compatible"', '"Countersign"', `"api_url": "${origin}/v1"`],
    touch: (text) => text.replace('One Dark', 'One Light'),
    conflict: (text) => text.replace(`${origin}/v1`, 'http://127.0.0.1:1/v1'),
  },
}

function homeWith(tool: string, text: string | null = cases[tool]?.own ?? '') {
  const home = temporaryFolder()
  const file = join(home, cases[tool]?.file ?? '')
  if (text !== null) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const said: string[] = []
  const run = (
    action: 'install' | 'uninstall',
    more: Partial<{ origin: string; yes: boolean }> = {},
  ) =>
    runInstall(
      { action, tool, origin: more.origin ?? origin, model },
      {
        home,
        variables: {},
        say: (line) => void said.push(line),
        confirm: () => Promise.resolve(more.yes ?? true),
      },
    )
  const left = () => readFileSync(file, 'utf8')
  const hasTraces = () =>
    existsSync(`${file}.before-countersign`) || existsSync(`${file}.countersign.json`)
  return { file, run, left, said, hasTraces }
}

test('every tool that is known is tried', () => {
  expect(Object.keys(cases).toSorted()).toEqual(tools.map(({ id }) => id).toSorted())
})

test.each(Object.entries(cases))(
  '%s asks the proxy, keeps its comments, and is as it was afterwards',
  async (tool, { own, kept, added }) => {
    const { file, run, left, said, hasTraces } = homeWith(tool)
    expect(await run('install')).toBe('changed')
    for (const part of [...kept, ...added]) expect(left()).toContain(part)
    // What is shown is what is done.
    for (const part of added) {
      expect(said.some((line) => line.startsWith('+') && line.includes(part))).toBe(true)
    }
    expect(statSync(`${file}.before-countersign`).mode & 0o077).toBe(0)
    const once = left()
    expect(await run('install')).toBe('nothing to change')
    expect(left()).toBe(once)
    expect(await run('uninstall')).toBe('changed')
    expect(left()).toBe(own)
    expect(hasTraces()).toBe(false)
    await expect(run('uninstall')).rejects.toThrow('finds nothing that --install changed')
  },
)

test.each(Object.keys(cases))(
  '%s without a file gets one, and has none afterwards',
  async (tool) => {
    const { file, run, left, hasTraces } = homeWith(tool, null)
    await run('install')
    for (const part of cases[tool]?.added ?? []) expect(left()).toContain(part)
    await run('uninstall')
    expect(existsSync(file) || hasTraces()).toBe(false)
  },
)

test.each(Object.entries(cases))(
  '%s whose user changed the file since loses what was added, and nothing else',
  async (tool, { own, kept, added, touch }) => {
    const { file, run, left, hasTraces } = homeWith(tool)
    await run('install')
    const changed = touch(left())
    expect(changed).not.toBe(left())
    writeFileSync(file, changed)
    await run('uninstall')
    const { format } = tools.find(({ id }) => id === tool) ?? {}
    expect(format?.parse(left())).toEqual(format?.parse(touch(own)))
    const touched = touch(own)
    for (const part of kept) if (touched.includes(part)) expect(left()).toContain(part)
    for (const part of added) expect(left()).not.toContain(part)
    expect(hasTraces()).toBe(false)
  },
)

test.each(Object.entries(cases))(
  '%s whose user changed a value of ours is left alone, and the value is named',
  async (tool, { conflict }) => {
    const { file, run, left } = homeWith(tool)
    await run('install')
    const changed = conflict(left())
    expect(changed).not.toBe(left())
    writeFileSync(file, changed)
    await expect(run('uninstall')).rejects.toThrow('was changed since, at')
    expect(left()).toBe(changed)
  },
)

test('another port is a change, and what was before the first one comes back', async () => {
  for (const [tool, { own, touch }] of Object.entries(cases)) {
    const { file, run, left } = homeWith(tool)
    await run('install')
    await run('install', { origin: 'http://127.0.0.1:9999' })
    expect(left()).toContain('http://127.0.0.1:9999')
    expect(left()).not.toContain(origin)
    await run('uninstall')
    expect(left()).toBe(own)
    await run('install')
    writeFileSync(file, touch(left()))
    await run('install', { origin: 'http://127.0.0.1:9999' })
    await run('uninstall')
    const { format } = tools.find(({ id }) => id === tool) ?? {}
    expect(format?.parse(left())).toEqual(format?.parse(touch(own)))
  }
})

test('a no changes nothing, and a file that is damaged is not touched', async () => {
  for (const tool of Object.keys(cases)) {
    const { run, left, hasTraces } = homeWith(tool)
    expect(await run('install', { yes: false })).toBe('declined')
    expect(left()).toBe(cases[tool]?.own)
    expect(hasTraces()).toBe(false)
    const damaged = homeWith(tool, 'a: [1\nb = = 2 {')
    await expect(damaged.run('install')).rejects.toThrow('cannot be read')
    expect(damaged.left()).toBe('a: [1\nb = = 2 {')
  }
})

test('a file that is a link stays one, with the permissions of what it leads to', async () => {
  const { file, run, left } = homeWith('codex')
  const real = `${file}.real`
  renameSync(file, real)
  symlinkSync(real, file)
  await run('install')
  expect(lstatSync(file).isSymbolicLink()).toBe(true)
  await run('uninstall')
  expect(left()).toBe(cases['codex']?.own)
})

test('a file that went away stays away', async () => {
  const { file, run, hasTraces } = homeWith('aider')
  await run('install')
  renameSync(file, `${file}.gone`)
  expect(await run('uninstall')).toBe('nothing to change')
  expect(existsSync(file) || hasTraces()).toBe(false)
})

function command(home: string, input: string, ...args: readonly string[]) {
  const main = programPath('server/commands/proxy/main.ts')
  const { CODEX_HOME: _codex, ...env } = process.env
  const child = spawn(process.execPath, [main, ...args], { env: { ...env, HOME: home } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8')
    })
  }
  child.stdin.end(input)
  return new Promise<{ code: number | null; printed: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, printed }))
  })
}

test('the command shows the change, asks, and takes --yes for an answer', async () => {
  const home = temporaryFolder()
  const file = join(home, '.codex/config.toml')
  const args = ['--install', 'codex', '--model', model, '--port', '9000']
  const [silent, no, nameless, unknown] = await Promise.all([
    command(home, '', ...args),
    command(home, 'n\n', ...args),
    command(home, 'y\n', '--install', 'codex'),
    command(home, 'y\n', '--install', 'nano'),
  ])
  for (const { code, printed } of [silent, no]) {
    expect(code).toBe(1)
    expect(printed).toMatch(/^\+.*http:\/\/127\.0\.0\.1:9000\/v1/m)
    expect(printed).toContain('Nothing was changed.')
  }
  expect(nameless.printed).toContain('--model')
  expect(unknown.printed).toContain('It knows codex, claude')
  expect(existsSync(file)).toBe(false)
  const yes = await command(home, 'y\n', ...args)
  expect(yes).toMatchObject({ code: 0, printed: expect.stringContaining('--uninstall codex') })
  expect(readFileSync(file, 'utf8')).toContain('countersign')
  expect((await command(home, '', '--uninstall', 'codex', '--yes')).code).toBe(0)
  expect(existsSync(file)).toBe(false)
})
