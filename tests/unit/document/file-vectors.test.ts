import { expect, test } from 'vitest'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { stateOf } from '#shared/judge/state/state-of.ts'
import { FormatError } from '#shared/errors.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { judgeFile, type Judged } from '../../../server/commands/verify/judge-file.ts'
import { unpackFragment } from '../../../web/judge/fragment.ts'
import { fitsSchema } from '../../support/receipts/document-schemas.ts'
import { vectorTrust } from '../../support/receipts/vector-trust.ts'
import exports from '../../vectors/export.countersign.json' with { type: 'json' }
import limits from '../../vectors/limits.countersign.json' with { type: 'json' }
import links from '../../vectors/link.countersign.json' with { type: 'json' }

test.each(limits.cases)('limits: $name', ({ limits: given, read }) => {
  const parse = () => parseSignerHistory(given)
  if (read) expect(parse().current.address).toMatch(/^0x[0-9a-f]{40}$/)
  else expect(parse).toThrow(FormatError)
})

const trust = vectorTrust(exports.limits)

function foundOf(judged: Judged) {
  if (!('verdict' in judged)) return { state: null, failed: [], skipped: [] }
  const of = (status: string) =>
    judged.verdict.checks.flatMap((check) => (check.status === status ? [check.id] : []))
  return { state: stateOf(judged), failed: of('fail'), skipped: of('skip') }
}

test.each(exports.cases)('export: $name', ({ export: file, answers }) => {
  const judged = judgeFile(utf8ToBytes(JSON.stringify(file)), {}, trust)
  if (answers.length > 0) expect(judged.map(foundOf)).toEqual(answers)
  else expect(judged.map(foundOf)).toEqual([{ state: null, failed: [], skipped: [] }])
})

test('an export fits its schema where each of its answers is read', () => {
  for (const { name, export: file, answers } of exports.cases) {
    const isRead = answers.length > 0 && answers.every(({ state }) => state !== null)
    expect(fitsSchema('export', file) && JSON.stringify(file.answers) !== '[]', name).toBe(isRead)
  }
})

test.each(links.cases)('link: $name', async ({ fragment, document }) => {
  const unpacked = await unpackFragment(fragment)
  expect(unpacked instanceof Uint8Array ? new TextDecoder().decode(unpacked) : null).toBe(document)
})
