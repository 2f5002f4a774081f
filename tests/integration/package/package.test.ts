import { execFile } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import OpenAI from 'openai'
import { publint } from 'publint'
import { build } from 'vite'
import { expect, inject, test } from 'vitest'
import {
  folderWithPackage,
  importPackage,
  packageFolder,
} from '../../support/clients/built-package.ts'
import { runSnippet } from '../../support/clients/run-snippet.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeKey } from '../../support/gateway/make-key.ts'

// The package as it is published, by those who install it, before the demo.

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const gateway = inject('demo').baseUrl
const key = await makeKey(gateway)
const env = { ...process.env, GATEWAY: gateway, GATEWAY_KEY: key }
const model = 'svc-assist-mini'
const messages = [{ role: 'user' as const, content: 'Hello' }]
const countersign = await importPackage()

test('who checks packages finds nothing wrong with it, nor with its types', async () => {
  expect((await publint({ pkgDir: packageFolder, strict: true })).messages).toEqual([])
  const folder = temporaryFolder()
  const options = ['pack', '--json', '--pack-destination', folder]
  const { stdout } = await run('npm', options, { cwd: packageFolder })
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  const checker = join(root, 'tests/support/clients/check-package-types.ts')
  const problems = await run(process.execPath, [checker, join(folder, filename)])
  // It is made of modules alone, which Node reads from either kind of file.
  expect(JSON.parse(problems.stdout)).toEqual(['CJSResolvesToESM'])
})

test('no module of the library asks for Node, or for any other package', () => {
  const files = globSync('{lib,vendor}/**/*.js', { cwd: packageFolder })
  expect(files.length).toBeGreaterThan(100)
  for (const file of files) {
    const text = readFileSync(join(packageFolder, file), 'utf8')
    const names = [...text.matchAll(/^(?:import|export)[^'"]*['"]([^'"]+)['"]/gm)]
    for (const [, name] of names) expect(name, file).toMatch(/^\.\.?\//)
    expect(text, file).not.toMatch(/\brequire\(|\bprocess\.|\bBuffer\./)
  }
})

test('whoever verifies receipts and answers loads 48 kB at most', async () => {
  const folder = folderWithPackage(join(root, 'node_modules'))
  const input = join(folder, 'entry.js')
  writeFileSync(input, "export { verifyReceipt, verifyAnswer } from 'countersign'")
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rolldownOptions: { input, preserveEntrySignatures: 'strict' },
    },
  })
  const [first] = [built].flat()
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error('nothing was built')
  expect(gzipSync(chunk.code, { level: 9 }).length).toBeLessThanOrEqual(48_000)
})

test('the reference names everything that is public', () => {
  const reference = readFileSync(join(packageFolder, 'API.md'), 'utf8')
  for (const name of Object.keys(countersign)) expect(reference).toContain(`\n## ${name}\n`)
  expect(reference).toContain('\n## CountersignOptions\n')
})

test('what the gateway answered is verified, with its evidence, as text and as an SDK keeps it', async () => {
  const { fetchEvidence, fetchSigners, judgeEvidence, verifyAnswer, verifyReceipt } = countersign
  const request = { model, messages, shown_mode: 'tee' }
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const asked = { method: 'POST', headers, body: JSON.stringify(request) }
  const text = await (await fetch(`${gateway}/v1/chat/completions`, asked)).text()
  const signers = await fetchSigners(gateway)
  const reader = { signers, request, simulation: 'accept' } as const
  const evidence = await fetchEvidence(text, `${gateway}/v1/`)
  const judged = judgeEvidence(text, evidence, reader)
  expect(judged).toMatchObject({
    state: 'simulated',
    verdict: 'verified',
    failed: null,
    mode: 'tee',
  })
  expect(verifyAnswer(JSON.parse(text) as object, reader)).toMatchObject({ verdict: 'verified' })
  // A simulation counts for this reader, and a receipt alone is judged by what it holds.
  expect(verifyReceipt(judged.receipt ?? {}, reader)).toMatchObject({
    state: 'simulated',
    verdict: 'verified',
  })

  const altered = text.replace(/("content":")/, '$1No. ')
  expect(verifyAnswer(altered, reader)).toMatchObject({
    state: 'failed',
    failed: { id: 'commitment.response' },
  })
  expect(judgeEvidence(altered, evidence, reader).state).toBe('failed')
  expect(verifyAnswer(text, { ...reader, signers: `0x${'ab'.repeat(20)}` }).failed?.id).toBe(
    'receipt.signer',
  )
  expect(verifyAnswer(text, { ...reader, signers: null }).state).toBe('unknown-signer')
  expect(verifyAnswer(text, { ...reader, request: [] }).failed?.id).toBe('commitment.prompt')
  const unread = (given: string) => () => verifyAnswer(given, reader)
  expect(unread('{"choices":[]}')).toThrow(expect.objectContaining({ code: 'incomplete' }))
  expect(unread('nothing')).toThrow(countersign.CountersignError)
})

test.each(['tee', 'e2ee'] as const)(
  'the official client asks and streams in %s, and what was said opens',
  async (atLeast) => {
    const verdicts: Parameters<
      NonNullable<Parameters<typeof countersign.countersignFetch>[0]['onVerdict']>
    >[0][] = []
    const asked = countersign.countersignFetch({
      gateway,
      key,
      atLeast,
      simulation: 'accept',
      onVerdict: (verdict) => verdicts.push(verdict),
    })
    const client = new OpenAI({ apiKey: 'unused', maxRetries: 0, fetch: asked })
    const answer = await client.chat.completions.create({ model, messages })
    expect(answer.choices[0]?.message.content).toContain('demo')
    const stream = await client.chat.completions.create({ model, messages, stream: true })
    let text = ''
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
    expect(text).toContain('demo')
    expect((await client.models.list()).data.length).toBeGreaterThan(3)
    expect(verdicts.map(({ state, mode, outcome }) => [state, mode, outcome])).toEqual([
      ['simulated', atLeast, 'returned'],
      ['simulated', atLeast, 'returned'],
    ])
    const signers = await countersign.fetchSigners(gateway)
    for (const { disclosure } of verdicts) {
      const opened = countersign.openDisclosure(disclosure ?? {}, { signers, simulation: 'accept' })
      expect(opened.verdict).toBe('verified')
      expect(JSON.stringify(opened.prompt)).toMatch(
        atLeast === 'tee' ? /Hello/ : /"content":"[0-9a-f]{80,}"/,
      )
    }
  },
)

test('without development mode a simulated enclave is sent nothing, and an SDK’s error leads to why', async () => {
  const asked = countersign.countersignFetch({ gateway, key, atLeast: 'e2ee' })
  const client = new OpenAI({ apiKey: 'unused', maxRetries: 0, fetch: asked })
  const failure: unknown = await client.chat.completions
    .create({ model, messages })
    .catch((error: unknown) => error)
  expect(countersign.findCountersignError(failure)).toMatchObject({
    code: 'attestation_unavailable',
    check: expect.stringMatching(/^quote\./) as string,
  })
})

test('an abort ends the request as it ends any other', async () => {
  const asked = countersign.countersignFetch({
    gateway,
    key,
    atLeast: 'e2ee',
    simulation: 'accept',
  })
  const client = new OpenAI({ apiKey: 'unused', maxRetries: 0, fetch: asked })
  const gone = AbortSignal.abort()
  await expect(
    client.chat.completions.create({ model, messages }, { signal: gone }),
  ).rejects.toBeInstanceOf(OpenAI.APIUserAbortError)
})

test('three lines are enough for the official client', async () => {
  const said = await runSnippet('countersign with openai', {
    modules: join(root, 'node_modules'),
    env,
  })
  expect(said).toMatch(/^simulated .*demo/)
})
