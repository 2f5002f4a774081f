import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import type { CheckId } from '#shared/claims.ts'
import { recognise } from '#shared/document/recognise.ts'
import { compareByHand } from '../../../../web/judge/compare-by-hand.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import vectors from '../../../vectors/answer.countersign.json' with { type: 'json' }

/** What a reader's own shell prints for a check of the answer of this vector. */
function printed(name: string, id: CheckId): string | null {
  const { svc, message } = vectors.cases.find((each) => each.name === name) ?? {}
  const text = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], svc })
  const recognition = recognise(utf8ToBytes(text))
  if (recognition.kind !== 'recognised') throw new Error('it is an answer')
  const [command] = compareByHand(id, recognition.subject)?.commands ?? []
  if (command === undefined) return null
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'answer.json'), text)
  return spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' }).stdout.trim()
}

test.each<[CheckId, string]>([
  ['svc.mode', 'a stronger mode than was signed'],
  ['svc.digest', 'the digest of another receipt'],
])('%s is compared by a command that prints true, and false of a forgery', (id, forged) => {
  expect(printed('a good answer', id)).toBe('true')
  expect(printed(forged, id)).toBe('false')
})

test('the words on an answer are printed, to be held against those of the signed mode', () => {
  const words = 'Private'
  expect(printed('a good answer', 'svc.label')).toBe(words)
  expect(printed('a better label than was signed', 'svc.label')).not.toBe(words)
})

test('whether an enclave is named, and which kind, is printed', () => {
  expect(printed('a good answer', 'receipt.enclave')).toBe('false')
  expect(printed('a good answer', 'receipt.hardware')).toBe('undefined')
})

test('a check that compares nothing of an answer has no such command', () => {
  expect(printed('a good answer', 'quote.signature')).toBeNull()
})
