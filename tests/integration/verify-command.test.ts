import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import answers from '../vectors/answer.countersign.json' with { type: 'json' }
import disclosures from '../vectors/disclosure.countersign.json' with { type: 'json' }
import receipts from '../vectors/receipt.countersign.json' with { type: 'json' }
import type { Json } from '#shared/canonical-json.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { judgeFile } from '../../server/verify/judge-file.ts'
import { exitCode, judgementJson } from '../../server/verify/print-judgement.ts'
import { startGateway } from '../support/start-gateway.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)
const command = join(import.meta.dirname, '../../server/verify/main.ts')

interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

async function verify(...args: readonly string[]): Promise<Ran> {
  try {
    const { stdout, stderr } = await run(process.execPath, [command, ...args])
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as Ran
    return { code, stdout, stderr }
  }
}

interface JsonInput {
  readonly file: unknown
  readonly limits: unknown
  readonly messages?: unknown
}

/** What `--json` prints, without a process for each vector. */
function verifyJson({ file, limits, messages }: JsonInput) {
  const judged = judgeFile(
    Buffer.from(JSON.stringify(file)),
    messages === undefined ? {} : { messages: messages as Json },
    {
      signers: parseSignerHistory(limits),
      policy: { simulatedEnclave: 'reject' },
      nowSeconds: Date.parse(receipts.judged_at) / 1000,
    },
  )
  return { code: exitCode(judged), ...(JSON.parse(judgementJson(judged)) as JsonVerdict) }
}

interface JsonVerdict {
  readonly kind: string
  readonly verdict: string | null
  readonly checks: readonly { readonly id: string; readonly status: string }[]
}

const failed = ({ checks }: JsonVerdict) =>
  checks.filter(({ status }) => status === 'fail').map(({ id }) => id)

test.each(receipts.cases)('a receipt, by the vector: $name', (vector) => {
  const judged = verifyJson({ file: vector.receipt, limits: vector.limits })
  if (vector.failed === undefined) {
    expect(judged).toMatchObject({ code: 3, verdict: null })
    return
  }
  expect(judged.kind).toBe('receipt')
  expect(failed(judged)).toEqual(vector.failed)
  expect(judged.code).toBe(vector.failed.length === 0 ? 0 : 1)
})

test.each(answers.cases)(
  'an answer, by the vector: $name',
  async ({ svc, messages, message, ...vector }) => {
    const choices = message === undefined ? {} : { choices: [{ index: 0, message }] }
    const judged = verifyJson({
      file: { ...choices, svc },
      limits: answers.limits,
      ...(messages === undefined ? {} : { messages }),
    })
    expect(failed(judged)).toEqual(vector.failed)
    expect(judged.code).toBe(vector.failed.length > 0 ? 1 : vector.skipped.length > 0 ? 2 : 0)
  },
)

test.each(disclosures.cases)('a disclosure, by the vector: $name', (vector) => {
  const { code, verdict } = verifyJson({ file: vector.disclosure, limits: disclosures.limits })
  if ('malformed' in vector) expect(code).toBe(3)
  else expect(verdict).toBe(vector.verdict)
})

test('an export of one answer is judged, and of several none before one is chosen', () => {
  const [good] = answers.cases
  const filed = {
    origin: 'https://chat.example.com',
    receivedAt: '2026-11-20T09:30:00.000Z',
    receipt: good?.svc.receipt,
    salts: good?.svc.commitment_salts,
    messages: good?.messages,
    message: good?.message,
    text: '',
  }
  const judge = (...filedAnswers: readonly object[]) =>
    verifyJson({
      file: { type: 'countersign-vault/1', answers: filedAnswers },
      limits: answers.limits,
    })
  expect(judge(filed)).toMatchObject({ code: 0, kind: 'filed', verdict: 'verified' })
  expect(failed(judge({ ...filed, messages: [] }))).toEqual(['commitment.prompt'])
  expect(judge(filed, filed)).toMatchObject({ code: 3, kind: 'incomplete', verdict: null })
})

test('a program hands in JSON and gets JSON', async () => {
  const [vector] = receipts.cases
  const path = join(temporaryFolder(), 'input.json')
  writeFileSync(path, JSON.stringify({ file: vector?.receipt, limits: vector?.limits }))
  const { code, stdout } = await verify(path, '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'receipt', verdict: 'verified' })
})

test('the command judges by the clock of this machine: a receipt of 2099 fails', async () => {
  const vector = receipts.cases.find(({ name }) => name === 'a time long after the reader’s')
  const path = join(temporaryFolder(), 'receipt.json')
  writeFileSync(path, JSON.stringify(vector?.receipt))
  const { code, stdout } = await verify(path, '--signer', vector?.limits?.seal_signer ?? '')
  expect(code).toBe(1)
  expect(stdout).toContain('FAIL receipt.time')
})

test('what a gateway answers is verified from the saved file, buffered and streamed', async () => {
  const gateway = await startGateway({ config: null })
  onTestFinished(() => gateway.stop())
  const folder = temporaryFolder()
  const messages = [{ role: 'user', content: 'hi' }]
  const messagesFile = join(folder, 'messages.json')
  writeFileSync(messagesFile, JSON.stringify(messages))
  for (const stream of [false, true]) {
    const response = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'svc-assist-mini', messages, stream }),
    })
    const file = join(folder, `answer-${stream}`)
    writeFileSync(file, await response.text())
    const common = [file, '--gateway', gateway.baseUrl, '--messages', messagesFile] as const

    const production = await verify(...common)
    expect(production.code).toBe(1)
    expect(production.stdout).toContain('FAIL receipt.hardware')

    const development = await verify(...common, '--development', '--explain')
    expect(development.code).toBe(0)
    expect(development.stdout).toContain('VERIFIED: ')
    expect(development.stdout).toContain('SKIP enclave.attestation-chain')
    expect(development.stdout).toContain('[{"content":"hi","role":"user"}]')

    const stranger = await verify(file, '--signer', `0x${'11'.repeat(20)}`, '--development')
    expect(stranger.code).toBe(1)
    expect(stranger.stdout).toContain('FAIL receipt.signer')
  }
})

test('what is nothing to judge, or names nobody who may have signed, is said, with status 3', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '{"hello":"world"}')
  const unknown = await verify(file, '--signer', `0x${'11'.repeat(20)}`)
  expect(unknown).toMatchObject({ code: 3 })
  expect(unknown.stdout).toMatch(/^UNRECOGNISED: /)
  expect((await verify(file)).stderr).toContain('--gateway')
  expect((await verify(`${file}-none`, '--signer', `0x${'11'.repeat(20)}`)).stderr).toContain(
    'ENOENT',
  )
  expect(await verify('--help')).toMatchObject({ code: 0 })
})
