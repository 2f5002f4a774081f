import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runInstall } from '../../server/commands/proxy/install/run-install.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// Zed has windows, and is not run: what is written for it is compared with what it reads.

const origin = 'http://127.0.0.1:8788'
const model = 'svc-chat'

/**
 * What Zed reads of `language_models.openai_compatible.<name>`, of each whether it must be there
 * (https://zed.dev/docs/ai/use-api-access#openai-compatible, and its crate `settings_content`). Others are passed over, so a name that
 * changed would be found by nobody.
 */
const zedMembers = {
  provider: { api_url: true, available_models: true, custom_headers: false },
  model: {
    name: true,
    display_name: false,
    max_tokens: true,
    max_output_tokens: false,
    max_completion_tokens: false,
    reasoning_effort: false,
    capabilities: false,
  },
} as const

test('what Zed gets is what its settings have, and its key is the one that is none', async () => {
  const home = temporaryFolder()
  const said: string[] = []
  const deps = {
    home,
    variables: {},
    say: (line: string) => void said.push(line),
    confirm: () => Promise.resolve(true),
  }
  await runInstall({ action: 'install', tool: 'zed', origin, model }, deps)
  const settings = JSON.parse(readFileSync(join(home, '.config/zed/settings.json'), 'utf8')) as {
    language_models: {
      openai_compatible: Record<string, { api_url: string; available_models: object[] }>
    }
  }
  const [[name, provider] = [], ...others] = Object.entries(
    settings.language_models.openai_compatible,
  )
  expect(others).toEqual([])
  const names = (members: object, must: boolean) =>
    Object.entries(members).flatMap(([each, isNeeded]) => (must && !isNeeded ? [] : [each]))
  const expectMembers = (value: object, members: object) => {
    expect(names(members, false)).toEqual(expect.arrayContaining(Object.keys(value)))
    expect(Object.keys(value)).toEqual(expect.arrayContaining(names(members, true)))
  }
  expectMembers(provider ?? {}, zedMembers.provider)
  // It asks `<api_url>/chat/completions`.
  expect(provider?.api_url).toBe(`${origin}/v1`)
  expect(provider?.available_models).toEqual([
    { name: model, display_name: model, max_tokens: expect.any(Number) as number },
  ])
  for (const each of provider?.available_models ?? []) expectMembers(each, zedMembers.model)
  // It makes the variable's name of the provider's.
  expect(said.join('\n')).toContain(`${name?.toUpperCase()}_API_KEY=none`)
})
