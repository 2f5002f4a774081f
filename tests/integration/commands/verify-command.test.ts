import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import answers from '../../vectors/answer.countersign.json' with { type: 'json' }
import disclosures from '../../vectors/disclosure.countersign.json' with { type: 'json' }
import receipts from '../../vectors/receipt.countersign.json' with { type: 'json' }
import type { Json } from '#shared/canonical-json.ts'
import { answerStates, compareStates, type AnswerState } from '#shared/judge/state/answer-state.ts'
import { exitStatusOf, lookOf } from '#shared/judge/state/look-of.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { namingOf } from '../../../server/commands/verify/describe-file.ts'
import { judgeFile, type Judged } from '../../../server/commands/verify/judge-file.ts'
import * as printed from '../../../server/commands/verify/print-judgement.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { verify, verifyProcess } from '../../support/receipts/verify-file.ts'

const gateway = inject('demo')

interface JsonInput {
  readonly file: unknown
  readonly limits: unknown
  readonly messages?: unknown
}

/** What `--json` prints, without a process for each vector. */
function verifyJson({ file, limits, messages }: JsonInput) {
  const judged = judgeOne(file, messages === undefined ? {} : { messages: messages as Json }, {
    signers: parseSignerHistory(limits),
    policy: { simulatedEnclave: 'reject' },
    nowSeconds: Date.parse(receipts.judged_at) / 1000,
  })
  const naming = namingOf('The gateway')
  return {
    code: printed.exitCode(judged, naming),
    ...(JSON.parse(printed.judgementJson(judged, naming)) as JsonVerdict),
  }
}

function judgeOne(file: unknown, ...more: Rest<Parameters<typeof judgeFile>>): Judged {
  const [judged, ...others] = judgeFile(Buffer.from(JSON.stringify(file)), ...more)
  if (judged === undefined || others.length > 0) throw new Error('not one answer')
  return judged
}

type Rest<Given> = Given extends readonly [unknown, ...infer More] ? More : never

interface JsonVerdict {
  readonly kind: string
  readonly state: string
  readonly exit: number
  readonly verdict: string | null
  readonly not_signed?: readonly string[]
  readonly checks: readonly { readonly id: string; readonly status: string }[]
}

const failed = ({ checks }: JsonVerdict) =>
  checks.filter(({ status }) => status === 'fail').map(({ id }) => id)

/** Exit status of each state that the vectors of receipts have. */
const codes: Readonly<Record<string, number>> = {
  failed: 1,
  simulated: 2,
  'gateways-claim': 2,
  promised: 0,
}

test.each(receipts.cases)('a receipt, by the vector: $name', (vector) => {
  const judged = verifyJson({ file: vector.receipt, limits: vector.limits })
  if (vector.failed === undefined) {
    expect(judged).toMatchObject({ code: 3, verdict: null, state: vector.state })
    return
  }
  expect(judged.kind).toBe('receipt')
  expect(failed(judged)).toEqual(vector.failed)
  expect([judged.state, judged.code]).toEqual([vector.state, codes[vector.state]])
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
    expect(judged.state).toBe(vector.state)
    expect(judged.code).toBe(vector.failed.length > 0 ? 1 : 0)
    expect(judged.exit).toBe(judged.code)
  },
)

test.each(disclosures.cases)('a disclosure, by the vector: $name', (vector) => {
  const { code, verdict, state } = verifyJson({
    file: vector.disclosure,
    limits: disclosures.limits,
  })
  expect(state).toBe(vector.state)
  if ('malformed' in vector) expect(code).toBe(3)
  else expect(verdict).toBe(vector.verdict)
})

test('an export of one answer is judged, and of several each', () => {
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
  const exported = (...filedAnswers: readonly object[]) => ({
    type: 'countersign-vault/1',
    answers: filedAnswers,
  })
  const judge = (file: object) => verifyJson({ file: exported(file), limits: answers.limits })
  expect(judge(filed)).toMatchObject({ code: 0, kind: 'filed', verdict: 'verified' })
  expect(failed(judge({ ...filed, messages: [] }))).toEqual(['commitment.prompt'])
  const forged = { ...filed, message: { role: 'assistant', content: 'Forged.' } }
  const each = judgeFile(
    Buffer.from(JSON.stringify(exported(filed, forged, {}))),
    {},
    {
      signers: parseSignerHistory(answers.limits),
      policy: { simulatedEnclave: 'reject' },
      nowSeconds: Date.parse(receipts.judged_at) / 1000,
    },
  )
  expect(each.map((judged) => printed.exitCode(judged, namingOf('The gateway')))).toEqual([0, 1, 3])
})

test('of several answers each is told, and the status is that of the worst', async () => {
  const [good] = answers.cases
  const line = (message: unknown) =>
    JSON.stringify({ choices: [{ index: 0, message }], svc: good?.svc })
  const path = join(temporaryFolder(), 'answers.jsonl')
  const forged = { role: 'assistant', content: 'Forged.' }
  writeFileSync(path, [good?.message, forged].map(line).join('\n'))
  const { code, stdout } = await verify(path, '--signer', answers.limits.seal_signer)
  expect(stdout).toContain('2 answers, each checked by itself')
  expect(code).toBe(1)
})

test('the command judges by the clock of this machine: a receipt of 2099 fails', async () => {
  const vector = receipts.cases.find(({ name }) => name === 'a time long after the reader’s')
  const path = join(temporaryFolder(), 'receipt.json')
  writeFileSync(path, JSON.stringify(vector?.receipt))
  const { code, stdout } = await verify(
    path,
    '--signer',
    vector?.limits?.seal_signer ?? '',
    '--verbose',
  )
  expect(code).toBe(1)
  expect(stdout).toContain('FAIL receipt.time')
})

test.each([false, true])(
  'what a gateway answers is judged from the saved file (streamed: %s)',
  async (stream) => {
    const folder = temporaryFolder()
    const messages = [{ role: 'user', content: 'hi' }]
    const messagesFile = join(folder, 'messages.json')
    writeFileSync(messagesFile, JSON.stringify(messages))
    const response = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'svc-assist-mini', messages, stream }),
    })
    const file = join(folder, 'answer')
    writeFileSync(file, await response.text())
    const common = [file, '--gateway', gateway.baseUrl, '--messages', messagesFile] as const
    const [plain, production, development, stranger] = await Promise.all([
      verify(...common),
      verify(...common, '--verbose'),
      verify(...common, '--development', '--verbose'),
      verify(file, '--signer', `0x${'11'.repeat(20)}`, '--development', '--verbose'),
    ])

    expect(plain.stdout).not.toContain('Not covered by the signature')
    expect(production.code).toBe(2)
    expect(production.stdout).toContain('△ Simulated enclave: ')
    expect(production.stdout).toContain('NOT CHECKED receipt.hardware')

    expect(development.code).toBe(0)
    expect(development.stdout).toContain('△ Simulated enclave: ')
    expect(development.stdout).toMatch(
      /Not covered by the signature: id, .*choices\[0\]\.finish_reason.*svc\./,
    )
    expect(development.stdout).toContain('Not proven:')
    expect(development.stdout).toContain('NOT CHECKED enclave.attestation-chain')

    expect(stranger.code).toBe(1)
    expect(stranger.stdout).toContain('✕ Check failed: ')
    expect(stranger.stdout).toContain(
      'FAIL receipt.signer: The address you typed did not sign this receipt',
    )
    expect(stranger.stdout).toMatch(/Signed by: 0x\w{8}…\w{4}; signer in use: 0x\w{8}…\w{4}\.$/m)
  },
)

test('what is nothing to judge, or names nobody who may have signed, is said, with status 3', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '{"hello":"world"}')
  const unknown = await verifyProcess(file, '--signer', `0x${'11'.repeat(20)}`)
  expect(unknown).toMatchObject({ code: 3, stderr: '' })
  expect(unknown.stdout).toMatch(/^UNRECOGNISED: /)
  expect(unknown.stdout).toContain('– No receipt')
  const unnamed = await verifyProcess(file)
  expect(unnamed.code).toBe(3)
  expect(unnamed.stderr).toContain('--gateway')
  expect((await verify(`${file}-none`, '--signer', `0x${'11'.repeat(20)}`)).stderr).toContain(
    'ENOENT',
  )
  expect(await verify(`${file}`, '--gateway', 'no address')).toMatchObject({ code: 3 })
})

test('the help says which state ends with which status', async () => {
  const { code, stdout, stderr } = await verifyProcess('--help')
  expect([code, stderr]).toEqual([0, ''])
  for (const state of answerStates) {
    const line = new RegExp(`^ +${exitStatusOf(state, null)} +.*${lookOf(state).label}`, 'm')
    expect(stdout, state).toMatch(line)
  }
  expect(stdout).toContain('With --development, the status of a simulated enclave is 0')
})

test('what a file says cannot write to the terminal anything but text', () => {
  const [good] = answers.cases
  const svc = { ...good?.svc, privacy_label: '\u001b[2Jgone', '\u001b[31m': 1 }
  const file = { choices: [{ index: 0, message: good?.message }], svc, '\u202eabc': 1 }
  const judged = judgeOne(
    file,
    {},
    { signers: null, policy: { simulatedEnclave: 'reject' }, nowSeconds: Date.now() / 1000 },
  )
  const lines = printed.judgementLines(judged, namingOf('Somebody'), 'checks').join('\n')
  expect(lines).toContain('gone')
  for (const unseen of ['\u001b', '\u202e']) expect(lines).not.toContain(unseen)
})

test('a receipt without a signer that the reader names is of an unknown signer', () => {
  const [vector] = receipts.cases
  const judged = judgeOne(
    vector?.receipt,
    {},
    { signers: null, policy: { simulatedEnclave: 'reject' }, nowSeconds: Date.now() / 1000 },
  )
  const naming = namingOf('Somebody')
  expect(JSON.parse(printed.judgementJson(judged, naming))).toMatchObject({
    state: 'unknown-signer',
    exit: 2,
  })
})

test('forged parts of an answer are named as not signed, beside whatever holds', () => {
  const [good] = answers.cases
  const choice = { index: 0, message: good?.message, finish_reason: 'forged' }
  const svc = { ...good?.svc, why: { code: 'forged', message: 'Forged.' } }
  const file = { model: 'better', choices: [choice, { index: 1, message: {} }], svc }
  const judged = verifyJson({ file, limits: answers.limits, messages: good?.messages })
  expect(judged).toMatchObject({ state: 'promised', code: 0 })
  expect(judged.not_signed).toEqual([
    'model',
    'choices[0].finish_reason',
    'choices[1]',
    'svc.content_policy',
    'svc.why',
  ])
})

test('less of an answer is never said to be more than the whole of it', () => {
  for (const { svc, message, messages, state, name } of answers.cases) {
    if (state === 'failed' || message === undefined) continue
    const whole = verifyJson({
      file: { choices: [{ message }], svc },
      limits: answers.limits,
      messages,
    })
    for (const less of [
      { choices: [{ message }], svc },
      { svc },
      svc,
      svc.receipt,
      { type: 'countersign-disclosure/1', receipt: svc.receipt },
    ]) {
      const found = verifyJson({ file: less, limits: answers.limits })
      expect(
        compareStates(found.state as AnswerState, whole.state as AnswerState),
        name,
      ).toBeLessThanOrEqual(0)
    }
  }
})
