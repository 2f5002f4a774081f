import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findModulesWith } from './node-clients.ts'
import { findPythonWith } from './python-clients.ts'
import { programOf } from '../install/program-of.ts'

/** A tool that writes code in a terminal, installed unmodified, without an answer from its user. */
export interface CodingAgent {
  /** Its heading in server/TOOLS.md. */
  readonly title: string
  /** Null where `npm run test:clients` did not install it. */
  readonly command: readonly string[] | null
  /** What is asked of it. */
  readonly args: (prompt: string) => readonly string[]
  /** Makes the demo call a tool that shows what is in the file; null where it sends no tools. */
  readonly promptFor: ((file: string) => string) | null
  /** How it asks with a floor. */
  readonly strict: (floor: string) => Strict
  /** What it prints of an answer that would be below its floor. */
  readonly saysRefused: RegExp
  /** How often it asks before that: what goes by the status alone asks again. */
  readonly asksRefused: number
  /** What it prints of a busy upstream, some of them after minutes of asking again. */
  readonly saysBusy: RegExp
  /** For the one that would ask again for minutes, and print nothing meanwhile. */
  readonly withoutTries?: Readonly<Record<string, string>>
  readonly environment?: Readonly<Record<string, string>>
}

type Named = [clients: Parameters<typeof findModulesWith>[0], pattern: string]

interface Strict {
  /** Writes what only a file says. */
  readonly prepare?: (home: string) => void
  readonly args?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

function node(...[clients, pattern]: Named): readonly string[] | null {
  const program = programOf(findModulesWith(clients), pattern)
  return program === null ? null : [process.execPath, program]
}

function binary(...[clients, pattern]: Named): readonly string[] | null {
  const program = programOf(findModulesWith(clients), pattern)
  return program === null ? null : [program]
}

const aider = findPythonWith('aider')
const platform = `${process.platform}-${process.arch}`

export const codingAgents: readonly CodingAgent[] = [
  {
    title: 'Codex',
    command: node('codex', '@openai/codex/bin/codex.js'),
    args: (prompt) => [
      'exec',
      '--skip-git-repo-check',
      '--json',
      '-c',
      'analytics.enabled=false',
      '--dangerously-bypass-approvals-and-sandbox',
      prompt,
    ],
    promptFor: (file) => `Use exec_command: "cat ${file}"`,
    strict: (floor) => ({
      args: ['-c', `model_providers.countersign.http_headers={"x-svc-shown-mode"="${floor}"}`],
    }),
    saysRefused: /"turn\.failed".*409.*asked for at least .{0,4}tee/,
    asksRefused: 6,
    saysBusy: /429 Too Many Requests/,
  },
  {
    title: 'Claude Code',
    command: binary('claude', `@anthropic-ai/claude-code-${platform}*/claude`),
    args: (prompt) => [
      '-p',
      prompt,
      '--tools',
      'Read',
      '--allowed-tools',
      'Read',
      '--output-format',
      'json',
      // Else its words about commits stand before the prompt, with quotation marks in them.
      '--settings',
      '{"attribution":{"commit":"","pr":""}}',
    ],
    promptFor: (file) => `Read "${file}"`,
    strict: (floor) => ({
      environment: { ANTHROPIC_CUSTOM_HEADERS: `x-svc-shown-mode: ${floor}` },
    }),
    saysRefused:
      /"is_error":true.*409.*asked for at least .{0,4}tee|409.*asked for at least .{0,4}tee.*"is_error":true/,
    asksRefused: 1,
    saysBusy: /"is_error":true.*429|429.*"is_error":true/,
    withoutTries: { CLAUDE_CODE_MAX_RETRIES: '0' },
    environment: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
  },
  {
    title: 'opencode',
    command: binary('opencode', `opencode-${platform}*/bin/opencode`),
    args: (prompt) => ['run', prompt],
    // It puts quotation marks around more than a word.
    promptFor: () => 'read',
    strict: (floor) => {
      const headers = { 'x-svc-shown-mode': floor }
      const provider = { countersign: { options: { headers } } }
      return { environment: { OPENCODE_CONFIG_CONTENT: JSON.stringify({ provider }) } }
    },
    saysRefused: /Error: .*asked for at least "tee"/,
    asksRefused: 6,
    saysBusy: /Error: .*takes no more requests at the moment/,
    environment: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
  },
  {
    title: 'aider',
    command: aider === null ? null : [aider, '-m', 'aider'],
    args: (prompt) => [
      '--message',
      prompt,
      '--no-git',
      '--no-pretty',
      '--yes-always',
      '--no-analytics',
      '--no-check-update',
      '--no-show-release-notes',
      '--no-show-model-warnings',
    ],
    promptFor: null,
    strict: (floor) => ({
      prepare: (home) => {
        const extra_params = { extra_headers: { 'x-svc-shown-mode': floor } }
        const settings = [{ name: 'aider/extra_params', extra_params }]
        writeFileSync(join(home, '.aider.model.settings.yml'), JSON.stringify(settings))
      },
    }),
    // It breaks its lines, and its library has no class for a 409.
    saysRefused: /litellm\.BadRequestError[^]*asked\s+for\s+at\s+least\s+"tee"/,
    asksRefused: 1,
    saysBusy: /litellm\.RateLimitError/,
    environment: { LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
  },
  {
    title: 'Continue',
    command: node('continue', '@continuedev/cli/dist/cn.js'),
    args: (prompt) => ['-p', prompt, '--auto'],
    promptFor: (file) => `Please Read "${file}"`,
    strict: (floor) => ({
      prepare: (home) => {
        const file = join(home, '.continue/config.yaml')
        const headers = `requestOptions: { headers: { x-svc-shown-mode: ${floor} } }`
        const written = readFileSync(file, 'utf8')
        writeFileSync(file, written.replace(/^( +)apiKey: .*$/m, `$&\n$1${headers}`))
      },
    }),
    saysRefused: /"status":"error","message":"409 .*asked for at least .{0,4}tee/,
    asksRefused: 1,
    saysBusy: /"status":"error","message":"429 .*takes no more requests at the moment/,
    environment: { CONTINUE_TELEMETRY_ENABLED: '0' },
  },
]

interface Place {
  readonly home: string
  readonly folder: string
  readonly strict?: Strict
  readonly environment?: Readonly<Record<string, string>>
}

/**
 * @param isEnough when it is ended, where it would try again for minutes, or for ever; of what it printed so far
 * @returns all that it printed, whether or not it was content
 */
export function runAgent(
  agent: CodingAgent,
  prompt: string,
  place: Place,
  isEnough?: (printed: string) => boolean,
): Promise<string> {
  const [program = '', ...first] = agent.command ?? []
  const { home, folder, strict = {}, environment = {} } = place
  strict.prepare?.(home)
  const options = {
    cwd: folder,
    timeout: 280_000,
    maxBuffer: 16 * 1024 * 1024,
    // Nothing of the machine's own settings, and none of its keys.
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      TERM: 'dumb',
      ...agent.environment,
      ...strict.environment,
      ...environment,
    },
  }
  const args = [...first, ...agent.args(prompt), ...(strict.args ?? [])]
  return new Promise((resolve) => {
    const child = execFile(program, args, options, (_error, stdout, stderr) => {
      resolve(stdout + stderr)
    })
    child.stdin?.end()
    if (isEnough === undefined) return
    let printed = ''
    for (const output of [child.stdout, child.stderr]) {
      output?.on('data', (chunk: string) => {
        printed += chunk
      })
    }
    const asking = setInterval(() => {
      if (isEnough(printed)) child.kill()
    }, 100)
    child.once('close', () => clearInterval(asking))
  })
}
