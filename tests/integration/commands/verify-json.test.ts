import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { verify } from '../../support/receipts/verify-file.ts'
import answers from '../../vectors/answer.countersign.json' with { type: 'json' }
import receipts from '../../vectors/receipt.countersign.json' with { type: 'json' }

// `npm run verify -- --json`.

interface JsonVerdict {
  readonly state: string
}

test('a program hands in JSON and gets JSON', async () => {
  const [vector] = receipts.cases
  const path = join(temporaryFolder(), 'input.json')
  writeFileSync(path, JSON.stringify({ file: vector?.receipt, limits: vector?.limits }))
  const { code, stdout } = await verify(path, '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    kind: 'receipt',
    state: 'promised',
    label: 'Anonymized · promised',
    exit: 0,
    verdict: 'verified',
    not_signed: [],
    not_established: expect.arrayContaining([
      expect.stringContaining('the answer is right'),
    ]) as unknown,
  })
})

test('a side that a program requires and the file does not hold leaves the answer not fully checked', async () => {
  const [good] = answers.cases
  const path = join(temporaryFolder(), 'input.json')
  const file = { choices: [{ index: 0, message: good?.message }], svc: good?.svc }
  const judge = async (required: string | null, more: object = {}) => {
    writeFileSync(path, JSON.stringify({ file, limits: answers.limits, ...more }))
    const require = required === null ? [] : ['--require', required]
    const { code, stdout } = await verify(path, '--json', ...require)
    return [code, (JSON.parse(stdout) as JsonVerdict).state]
  }
  expect(await judge(null)).toEqual([0, 'promised'])
  expect(await judge('answer')).toEqual([0, 'promised'])
  expect(await judge('question,answer')).toEqual([2, 'not-fully-checked'])
  const { messages } = good ?? {}
  expect(await judge('question,answer', { messages })).toEqual([0, 'promised'])
})

test('a whole request in JSON is held against the receipt with its model', async () => {
  const [good] = answers.cases
  const { svc, message, messages } = good ?? {}
  const input = join(temporaryFolder(), 'input.json')
  const judge = async (request: object) => {
    const file = { choices: [{ index: 0, message }], svc }
    writeFileSync(input, JSON.stringify({ file, limits: answers.limits, messages: request }))
    const { code, stdout } = await verify(input, '--json')
    return [code, (JSON.parse(stdout) as JsonVerdict).state]
  }
  expect(await judge({ model: 'svc-chat', messages })).toEqual([0, 'promised'])
  expect(await judge({ model: 'svc-other', messages })).toEqual([2, 'not-fully-checked'])
})
