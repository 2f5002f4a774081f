import { join } from 'node:path'
import type { Json } from '#shared/canonical-json.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import {
  jsonConfig,
  tomlConfig,
  yamlConfig,
  type ConfigFormat,
  type ConfigPath,
} from './edit-config.ts'
import { installCommandWords as words } from '#shared/words/english/programs/install-command.ts'

/** Where the proxy listens, and what it is asked for. */
export interface InstallSettings {
  /** Without `/v1`. */
  readonly origin: string
  /** Null where none was named. */
  readonly model: string | null
}

export interface ConfigChange {
  readonly path: ConfigPath
  readonly value: Json
}

/** A tool, and what makes it ask this proxy. */
interface Tool {
  readonly id: string
  readonly file: (home: string, variables: Readonly<Record<string, string | undefined>>) => string
  readonly format: ConfigFormat
  /** Whether it must be told a model. */
  readonly model: 'required' | 'optional'
  /** @param config as it is, for what must be there once */
  readonly changes: (settings: InstallSettings, config: JsonObject) => readonly ConfigChange[]
  /** What its user has to do besides; null for nothing. */
  readonly hint: string | null
}

/** Tools that insist on a key get one that says that there is none. */
const noKey = 'none'
const provider = 'countersign'
const title = 'Countersign'

function set(value: Json, ...path: ConfigPath): ConfigChange {
  return { path, value }
}

export const tools: readonly Tool[] = [
  {
    id: 'codex',
    file: (home, { CODEX_HOME }) => join(CODEX_HOME || join(home, '.codex'), 'config.toml'),
    format: tomlConfig,
    model: 'required',
    changes: ({ origin, model }) => [
      set(provider, 'model_provider'),
      set(model, 'model'),
      // Neither a gateway nor an enclave searches, and groups of tools are of OpenAI's own models.
      set('disabled', 'web_search'),
      set(false, 'agents', 'enabled'),
      set(
        { name: title, base_url: `${origin}/v1`, wire_api: 'responses' },
        'model_providers',
        provider,
      ),
    ],
    hint: words.codex,
  },
  {
    id: 'claude',
    file: (home, { CLAUDE_CONFIG_DIR }) =>
      join(CLAUDE_CONFIG_DIR || join(home, '.claude'), 'settings.json'),
    format: jsonConfig,
    model: 'required',
    changes: ({ origin, model }) => [
      set(origin, 'env', 'ANTHROPIC_BASE_URL'),
      set(noKey, 'env', 'ANTHROPIC_AUTH_TOKEN'),
      set(model, 'env', 'ANTHROPIC_MODEL'),
      set(model, 'env', 'ANTHROPIC_SMALL_FAST_MODEL'),
      // What Anthropic's own models alone understand.
      set('1', 'env', 'CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS'),
    ],
    hint: words.claude,
  },
  {
    id: 'opencode',
    file: (home, { XDG_CONFIG_HOME }) =>
      join(XDG_CONFIG_HOME || join(home, '.config'), 'opencode', 'opencode.json'),
    format: jsonConfig,
    model: 'required',
    changes: ({ origin, model }) => [
      set(
        {
          npm: '@ai-sdk/openai-compatible',
          name: title,
          options: { baseURL: `${origin}/v1`, apiKey: noKey },
          models: { [model ?? '']: { name: model } },
        },
        'provider',
        provider,
      ),
      set(`${provider}/${model ?? ''}`, 'model'),
    ],
    hint: null,
  },
  {
    id: 'aider',
    file: (home) => join(home, '.aider.conf.yml'),
    format: yamlConfig,
    model: 'required',
    changes: ({ origin, model }) => [
      set(`${origin}/v1`, 'openai-api-base'),
      set(noKey, 'openai-api-key'),
      set(`openai/${model ?? ''}`, 'model'),
    ],
    hint: null,
  },
  {
    id: 'continue',
    file: (home, { CONTINUE_GLOBAL_DIR }) =>
      join(CONTINUE_GLOBAL_DIR || join(home, '.continue'), 'config.yaml'),
    format: yamlConfig,
    model: 'required',
    changes: ({ origin, model }, config) => [
      // Without these three it is no configuration.
      ...(['name', 'version', 'schema'] as const).flatMap((name) =>
        name in config ? [] : [set({ name: 'Local', version: '1.0.0', schema: 'v1' }[name], name)],
      ),
      set(
        { name: title, provider: 'openai', model, apiBase: `${origin}/v1`, apiKey: noKey },
        'models',
        { named: title },
      ),
    ],
    hint: words.continue,
  },
  {
    id: 'zed',
    file: (home, { XDG_CONFIG_HOME }) =>
      join(XDG_CONFIG_HOME || join(home, '.config'), 'zed', 'settings.json'),
    format: jsonConfig,
    model: 'required',
    changes: ({ origin, model }) => [
      set(
        {
          api_url: `${origin}/v1`,
          available_models: [{ name: model, display_name: model, max_tokens: 32_768 }],
        },
        'language_models',
        'openai_compatible',
        title,
      ),
    ],
    hint: words.zed,
  },
]
