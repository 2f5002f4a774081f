import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { chooseAnswer } from '../../../../../server/commands/verify/choose-answer.ts'
import { namingOf } from '../../../../../server/commands/verify/describe-file.ts'
import { judgeFile } from '../../../../../server/commands/verify/judge-file.ts'
import { exitCode } from '../../../../../server/commands/verify/print-judgement.ts'
import {
  exitOfSeveral,
  severalJson,
  severalLines,
} from '../../../../../server/commands/verify/print-several.ts'
import { createSigningKey } from '../../../../../server/gateway/signer/signing-key.ts'
import { signAnswer } from '../../../../support/receipts/sign-answer.ts'
import { severalShapes, written } from '../../../../support/receipts/saved-files.ts'

// Files with several answers of one gateway: each is judged, and none by another.

const naming = namingOf('The gateway')
const signer = await createSigningKey(randomBytes(32))

async function answered(question: string, content: string) {
  const messages = [{ role: 'user', content: question }]
  const message = { role: 'assistant', content }
  const { svc, signers } = await signAnswer({ mode: 'private', messages, message, signer })
  return { messages, svc, signers, ...written(message, svc) }
}

const first = await answered('What is 6 × 7?', 'It is 42, surely.')
const second = await answered('And 6 × 8?', 'It is 48, likely.')
const words = { role: 'assistant', content: 'It is 49, likely.' }
/** Its own receipt with other words, that of the other answer with them, and none at all. */
const forgeries = {
  altered: { ...second, ...written(words, second.svc) },
  'with the receipt of the other': { ...second, ...written(words, first.svc) },
  'the other answer to another question': { ...first, messages: second.messages },
}
const withoutReceipt = {
  ...second,
  answer: second.answer.replace(/,"svc":.*$/, '}'),
  stream: second.stream.replace(/,"svc":.*\}/, '}'),
}

function judge(file: string) {
  return judgeFile(
    new Uint8Array(Buffer.from(file)),
    {},
    {
      signers: first.signers,
      policy: { simulatedEnclave: 'reject' },
      nowSeconds: Math.floor(Date.now() / 1000),
    },
  )
}

function codesOf(file: string) {
  const judged = judge(file)
  return [...judged.map((each) => exitCode(each, naming)), exitOfSeveral(judged, naming)]
}

describe.each(Object.entries(severalShapes))('of several answers in %s', (_name, shape) => {
  test('each good one is verified', () => {
    expect(codesOf(shape([first, second]))).toEqual([0, 0, 0])
    expect(codesOf(shape([first, second, first]))).toEqual([0, 0, 0, 0])
  })

  test.each(Object.entries(forgeries))(
    'a forged one is found on either side: %s',
    (_how, forged) => {
      for (const [file, place] of [
        [shape([first, forged]), 1],
        [shape([forged, first]), 0],
        [shape([first, forged, second]), 1],
      ] as const) {
        const codes = codesOf(file)
        const [own] = codes.splice(place, 1)
        const all = codes.pop()
        expect([1, 2]).toContain(own)
        expect(all).toBe(own)
        expect(codes.every((code) => code === 0)).toBe(true)
      }
    },
  )

  test('one that came without a receipt is named beside one that came with it', () => {
    expect(codesOf(shape([first, withoutReceipt]))).toEqual([0, 3, 2])
    expect(codesOf(shape([withoutReceipt, withoutReceipt]))).toEqual([3, 3, 3])
  })
})

test('a line that is no document is named among the others, and none is passed over', () => {
  const broken = first.answer.slice(0, -40)
  const twice = first.answer.replace('"model":"m"', '"model":"m","model":"n"')
  for (const other of ['{"level":"info"}', '[]', 'words', broken, twice]) {
    expect(codesOf(`${first.answer}\n${other}`)[1], other).toBe(3)
  }
})

test('a list has a number and what did not hold for each, and says nothing of all of them', () => {
  const judged = judge(
    severalShapes['JSON lines of requests and streams']?.([
      first,
      forgeries.altered,
      withoutReceipt,
    ]) ?? '',
  )
  const lines = severalLines(judged, naming)
  expect(lines[0]).toContain('3 answers, each checked by itself')
  expect(lines).toContain('1. ○ Private · promised')
  expect(lines).toContain('2. ✕ Check failed')
  expect(lines.join('\n')).toMatch(/\n {3}FAIL commitment\.response: /)
  expect(lines).toContain('3. – No receipt')
  expect(lines.join('\n')).toContain('“It is 49, likely.”')
  expect(lines.slice(-3)).toEqual([
    '○ Private · promised: 1',
    '✕ Check failed: 2',
    '– No receipt: 3',
  ])
  expect(JSON.parse(severalJson(judged, naming))).toMatchObject({
    kind: 'several',
    exit: 1,
    answers: [{ state: 'promised', exit: 0 }, { state: 'failed', exit: 1 }, { exit: 3 }],
  })
})

test('an answer without words is named by its time and model, and quotes nothing', async () => {
  const call = { id: 'a', type: 'function', function: { name: 'find', arguments: '{}' } }
  const message = { role: 'assistant', content: null, tool_calls: [call] }
  const { messages } = first
  const { svc, signers } = await signAnswer({ mode: 'private', messages, message, signer })
  const silent = { messages, svc, signers, ...written(message, svc) }
  const several = severalShapes['JSON lines of requests and responses']?.([first, silent]) ?? ''
  const lines = severalLines(judge(several), naming)
  expect(lines.filter((line) => line.endsWith(', m'))).toHaveLength(1)
  expect(lines.join('\n')).not.toContain('“”')
})

test('one of several is chosen by its number, and what belongs to one is not held against all', () => {
  const judged = judge(
    severalShapes['JSON lines of requests and responses']?.([first, second]) ?? '',
  )
  expect(chooseAnswer(judged, null, {})).toBeNull()
  expect(chooseAnswer(judged, 2, {})).toBe(judged[1])
  expect(() => chooseAnswer(judged, 3, {})).toThrow('--answer: is 3, and the file holds 2')
  expect(() => chooseAnswer(judged, null, { messages: first.messages })).toThrow('--answer')
  expect(chooseAnswer(judged.slice(0, 1), null, { messages: [] })).toBe(judged[0])
})
