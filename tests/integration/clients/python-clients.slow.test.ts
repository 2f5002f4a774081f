import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { findPythonWith } from '../../support/clients/python-clients.ts'
import { findPython } from '../../support/clients/python-openai.ts'
import { startBusyGateway } from '../../support/gateway/start-busy-gateway.ts'
import { digestRecorded, startRecorder, type Recorder } from '../../support/peers/start-recorder.ts'
import { allHold, verifyIndependently } from '../../support/receipts/verify-independently.ts'

// Libraries of Python, unmodified, before the demo: each asks, streams, calls a tool, and is refused.

const run = promisify(execFile)
const demo = inject('demo').baseUrl
const script = join(import.meta.dirname, '../../support/clients/ask-with-clients.py')

let recorder: Recorder
let busy: Awaited<ReturnType<typeof startBusyGateway>>

beforeAll(async () => {
  recorder = await startRecorder(demo)
  busy = await startBusyGateway()
})

afterAll(async () => {
  await busy.close()
  await recorder.close()
})

interface Asked {
  readonly whole: readonly [said: string, digest: string | null]
  readonly streamed: readonly [said: string, digest: string | null]
  readonly tool: string
  readonly stale: readonly [name: string, status: number]
  readonly busy: readonly [name: string, status: number]
}

/** The receipts that a library leaves with its answers. */
type Keeps = 'both' | 'whole' | 'none'

const official = findPython()
const openai = official.kind === 'found' ? official.python : null
const litellm = findPythonWith('litellm')
const anthropic = findPythonWith('anthropic')
const langchainAnthropic = findPythonWith('langchainAnthropic')
const pydanticAi = findPythonWith('pydanticAi')

test.skipIf(official.kind === 'absent')('the official client is there', () => {
  expect(openai).not.toBeNull()
})

interface Case {
  readonly name: string
  readonly python: string | null
  readonly path: string
  readonly keeps: Keeps
  readonly stale: string
  readonly busy: string
}

const ofOpenai = { stale: 'openai.ConflictError', busy: 'openai.RateLimitError' }
const ofAnthropic = { stale: 'anthropic.ConflictError', busy: 'anthropic.RateLimitError' }
const ofLangchain = { stale: 'openai.ConflictError', busy: 'langchain_openai.OpenAIRateLimitError' }
// It has no class of its own for a 409.
const ofLitellm = { stale: 'litellm.BadRequestError', busy: 'litellm.RateLimitError' }
const ofPydanticAi = {
  stale: 'pydantic_ai.ModelHTTPError',
  busy: 'pydantic_ai.ModelRateLimitError',
}
const chat = '/v1/chat/completions'

const cases: readonly Case[] = [
  { name: 'openai_chat', python: openai, path: chat, keeps: 'both', ...ofOpenai },
  { name: 'openai_responses', python: openai, path: '/v1/responses', keeps: 'both', ...ofOpenai },
  {
    name: 'anthropic_messages',
    python: anthropic,
    path: '/v1/messages',
    keeps: 'both',
    ...ofAnthropic,
  },
  { name: 'langchain_openai', python: litellm, path: chat, keeps: 'none', ...ofLangchain },
  {
    name: 'langchain_responses',
    python: litellm,
    path: '/v1/responses',
    keeps: 'none',
    ...ofLangchain,
  },
  {
    name: 'langchain_anthropic',
    python: langchainAnthropic,
    path: '/v1/messages',
    keeps: 'whole',
    stale: 'anthropic.ConflictError',
    busy: 'langchain_anthropic.AnthropicRateLimitError',
  },
  { name: 'litellm_chat', python: litellm, path: chat, keeps: 'both', ...ofLitellm },
  {
    name: 'litellm_responses',
    python: litellm,
    path: '/v1/responses',
    keeps: 'both',
    ...ofLitellm,
  },
  { name: 'litellm_messages', python: litellm, path: '/v1/messages', keeps: 'none', ...ofLitellm },
  { name: 'pydantic_ai_openai', python: pydanticAi, path: chat, keeps: 'none', ...ofPydanticAi },
  {
    name: 'pydantic_ai_responses',
    python: pydanticAi,
    path: '/v1/responses',
    keeps: 'none',
    ...ofPydanticAi,
  },
  {
    name: 'pydantic_ai_anthropic',
    python: pydanticAi,
    path: '/v1/messages',
    keeps: 'none',
    ...ofPydanticAi,
  },
]

for (const { name, python, path, keeps, ...errors } of cases) {
  describe.skipIf(python === null)(name, () => {
    let asked: Asked

    beforeAll(async () => {
      recorder.take()
      const args = [script, name, recorder.baseUrl, busy.baseUrl, 'none']
      const env = { ...process.env, LITELLM_LOCAL_MODEL_COST_MAP: 'True' }
      const { stdout } = await run(python ?? '', args, { env })
      asked = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Asked
    })

    test('asks, streams, calls a tool, and asks once for a 409; a stranger verifies what came', async () => {
      expect(asked.whole[0]).toContain('12 * 3 = 36')
      expect(asked.streamed[0]).toContain('12 * 3 = 36')
      expect(asked.tool).toBe('get_weather')
      const seen = recorder.take()
      expect(seen.map((each) => [each.path, each.status])).toEqual([
        [path, 200],
        [path, 200],
        [path, 200],
        [path, 409],
      ])
      for (const each of seen.slice(0, 3)) {
        expect(await recorder.verify(each)).toEqual(allHold)
      }
      const [whole, streamed] = seen.slice(0, 2).map(digestRecorded)
      expect(asked.whole[1]).toBe(keeps === 'none' ? null : whole)
      expect(asked.streamed[1]).toBe(keeps === 'both' ? streamed : null)
    })

    test('gets refusals as errors of its own', () => {
      expect(asked.stale).toEqual([errors.stale, 409])
      expect(asked.busy).toEqual([errors.busy, 429])
    })
  })
}

describe.each([
  [
    'openai',
    openai,
    [chat, chat, '/v1/responses', '/v1/responses'],
    {
      'chat.stream': expect.stringContaining('36') as string,
      'chat.parse': { ok: true },
      'responses.stream': expect.stringContaining('36') as string,
      'responses.parse': { ok: true },
    },
  ],
  [
    'anthropic',
    anthropic,
    ['/v1/messages', '/v1/messages', '/v1/messages'],
    {
      stream: expect.stringContaining('36') as string,
      thinking: ['thinking', 'tool_use'],
      'thinking streamed': ['thinking', 'tool_use'],
    },
  ],
] as const)('the helpers of %s', (name, python, paths, said) => {
  test.skipIf(python === null)(
    'give what was said, and a stranger verifies what came',
    async () => {
      recorder.take()
      expect(await help(python, name)).toEqual(said)
      const seen = recorder.take()
      expect(seen.map(({ path }) => path)).toEqual(paths)
      for (const each of seen) expect(await recorder.verify(each)).toEqual(allHold)
    },
  )
})

test.skipIf(openai === null)('the official client of Python gets vectors, with svc', async () => {
  recorder.take()
  const { vectors, digest, ...errors } = (await help(openai, 'embeddings')) as {
    readonly vectors: readonly boolean[]
    readonly digest: string
  }
  expect(vectors).toEqual([true, true])
  expect(errors).toEqual({ stale: ['ConflictError', 409], busy: ['RateLimitError', 429] })
  const [seen, ...refused] = recorder.take()
  expect(refused.map(({ status }) => status)).toEqual([409])
  const answer = JSON.parse(seen?.got ?? '') as {
    readonly data: unknown
    readonly svc: Parameters<typeof verifyIndependently>[0]['svc']
  }
  expect(digest).toBe(answer.svc.receipt_digest)
  const { input } = JSON.parse(seen?.sent ?? '') as { readonly input: unknown }
  const { sealSigner } = recorder
  const { svc, data } = answer
  expect(
    await verifyIndependently({ svc, messages: { input }, message: data, sealSigner }),
  ).toEqual(allHold)
})

const helpers = join(import.meta.dirname, '../../support/clients/ask-with-helpers.py')

async function help(python: string | null, client: string): Promise<unknown> {
  const { stdout } = await run(python ?? '', [
    helpers,
    client,
    recorder.baseUrl,
    busy.baseUrl,
    'none',
  ])
  return JSON.parse(stdout)
}
