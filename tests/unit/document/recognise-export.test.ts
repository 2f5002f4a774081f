import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { readFiledAnswer } from '#shared/document/recognise-export.ts'
import { recognise } from '#shared/document/recognise.ts'
import { parseVaultFile } from '#shared/document/vault-file.ts'
import { filedEntry as filed, goodAnswer } from '../../support/receipts/filed-entry.ts'

const { svc } = goodAnswer

function exportOf(...entries: readonly unknown[]): string {
  return JSON.stringify({ type: 'countersign-vault/1', answers: entries })
}

const recogniseText = (text: string) => recognise(utf8ToBytes(text))

function expectRefusal(text: string, kind: string, sentence: string): void {
  expect(recogniseText(text), text.slice(0, 200)).toEqual({
    kind,
    sentence: expect.stringContaining(sentence) as string,
  })
}

test('an export without answers is incomplete, and one of another version is unrecognised', () => {
  expectRefusal(exportOf(), 'incomplete', 'without any answer')
  expectRefusal('{"type":"countersign-vault/1"}', 'incomplete', 'the export is missing: answers')
  expectRefusal(
    '{"type":"countersign-vault/2","answers":[]}',
    'unrecognised',
    'this version of an export',
  )
  expectRefusal('{"type":"countersign-vault/1","answers":{}}', 'invalid', 'answers is no list')
  expectRefusal(
    '{"type":"countersign-vault/1","answers":[],"salt":1}',
    'invalid',
    'salt does not belong there',
  )
})

test('an export that was cut is incomplete at any place behind its first member, and never judged', () => {
  const text = JSON.stringify(JSON.parse(exportOf(filed)), null, 1)
  for (let end = text.indexOf(',\n'); end < text.length; end += 7) {
    expectRefusal(text.slice(0, end), 'incomplete', 'The JSON is cut off')
  }
})

test('an export whose JSON is broken in its middle is invalid', () => {
  expectRefusal(exportOf(filed).replace('"origin":', '"origin"'), 'invalid', 'its JSON is broken')
})

test('what is missing in an answer is named, with which answer it is', () => {
  for (const name of Object.keys(filed)) {
    expectRefusal(
      exportOf({ ...filed, [name]: undefined }),
      'incomplete',
      `answer 1 is missing: ${name}`,
    )
  }
  for (const name of Object.keys(svc.receipt)) {
    const receipt = { ...svc.receipt, [name]: undefined }
    expect(readFiledAnswer(JSON.parse(JSON.stringify({ ...filed, receipt })), 7)).toEqual({
      kind: 'incomplete',
      sentence: `A part of the receipt of answer 7 is missing: ${name}.`,
    })
  }
})

test.each<[string, object, string]>([
  [
    'a broken receipt',
    { receipt: { ...svc.receipt, digest: 'x' } },
    'digest is not written in the right form',
  ],
  ['a receipt that is a list', { receipt: [] }, 'the receipt'],
  [
    'a salt that is none',
    { salts: { ...svc.commitment_salts, prompt: '' } },
    'salts.prompt is not written',
  ],
  ['a time that is none', { receivedAt: '2026-13-41T09:30:00.000Z' }, 'receivedAt'],
  ['a site that is none', { origin: 'javascript:alert(1)' }, 'origin is not written'],
  ['a site that no browser knows', { origin: 'https://<img src=x>' }, 'origin is not written'],
  ['a member too many', { verdict: 'verified' }, 'verdict does not belong there'],
])('an answer with %s makes the export invalid, and is named', (_name, change, part) => {
  const entry = JSON.parse(JSON.stringify({ ...filed, ...change }))
  expect(readFiledAnswer(entry, 3)).toEqual({
    kind: 'invalid',
    sentence: expect.stringMatching(/^Answer 3 of the export cannot be read: /) as string,
  })
  expectRefusal(exportOf(entry), 'invalid', part)
  expect(() => parseVaultFile(utf8ToBytes(exportOf(filed, entry)))).toThrow(
    expect.objectContaining({
      code: expect.stringMatching(/^(?:VAULT|RECEIPT)_MALFORMED$/) as string,
      path: expect.stringMatching(/^\/answers\/1/) as string,
      message: expect.stringContaining('answer 2: ') as string,
    }) as Error,
  )
})

test('whatever is changed in an export, there is an outcome', () => {
  const text = exportOf(filed)
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 4 }), (at, piece) => {
      const changed = text.slice(0, at) + piece + text.slice(at + piece.length)
      expect(['recognised', 'unrecognised', 'incomplete', 'invalid']).toContain(
        recogniseText(changed).kind,
      )
    }),
  )
})
