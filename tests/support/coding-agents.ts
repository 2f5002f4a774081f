import { execFile } from 'node:child_process'
import { findModulesWith } from './node-clients.ts'
import { findPythonWith } from './python-clients.ts'
import { programOf } from './program-of.ts'

/** A tool that writes code in a terminal, installed unmodified, without an answer from its user. */
export interface CodingAgent {
  /** As `--install` knows it. */
  readonly id: string
  /** Null where `npm run test:clients` did not install it. */
  readonly command: readonly string[] | null
  /** What is asked of it. */
  readonly args: (prompt: string) => readonly string[]
  /** Makes the demo call a tool that shows what is in the file; null where it sends no tools. */
  readonly promptFor: ((file: string) => string) | null
  /** How it asks with a floor, and gives up at the first refusal; null where it cannot. */
  readonly strict: ((floor: string) => Strict) | null
  readonly environment?: Readonly<Record<string, string>>
}

type Named = [clients: Parameters<typeof findModulesWith>[0], pattern: string]

interface Strict {
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
    id: 'codex',
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
      args: [
        '-c',
        `model_providers.countersign.http_headers={"x-svc-shown-mode"="${floor}"}`,
        '-c',
        'model_providers.countersign.stream_max_retries=0',
        '-c',
        'model_providers.countersign.request_max_retries=0',
      ],
    }),
  },
  {
    id: 'claude',
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
      environment: {
        ANTHROPIC_CUSTOM_HEADERS: `x-svc-shown-mode: ${floor}`,
        CLAUDE_CODE_MAX_RETRIES: '0',
      },
    }),
    environment: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
  },
  {
    id: 'opencode',
    command: binary('opencode', `opencode-${platform}*/bin/opencode`),
    args: (prompt) => ['run', prompt],
    // It puts quotation marks around more than a word.
    promptFor: () => 'read',
    strict: null,
    environment: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
  },
  {
    id: 'aider',
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
    strict: null,
    environment: { LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
  },
  {
    id: 'continue',
    command: node('continue', '@continuedev/cli/dist/cn.js'),
    args: (prompt) => ['-p', prompt, '--auto'],
    promptFor: (file) => `Please Read "${file}"`,
    strict: null,
    environment: { CONTINUE_TELEMETRY_ENABLED: '0' },
  },
]

interface Place {
  readonly home: string
  readonly folder: string
  readonly strict?: Strict
}

/** @returns all that it printed, whether or not it was content */
export function runAgent(agent: CodingAgent, prompt: string, place: Place): Promise<string> {
  const [program = '', ...first] = agent.command ?? []
  const { home, folder, strict = {} } = place
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
    },
  }
  const args = [...first, ...agent.args(prompt), ...(strict.args ?? [])]
  return new Promise((resolve) => {
    const child = execFile(program, args, options, (_error, stdout, stderr) => {
      resolve(stdout + stderr)
    })
    child.stdin?.end()
  })
}
