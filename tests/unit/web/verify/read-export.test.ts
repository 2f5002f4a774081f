import { expect, onTestFinished, test } from 'vitest'
import { readExport } from '../../../../web/verify/file/read-export.ts'
import { filedEntry } from '../../../support/receipts/filed-entry.ts'

const entry = (receivedAt: string) => ({ ...filedEntry, receivedAt }) as never
const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T09:30:00.000Z`

test('answers are read newest first, in whatever order the file has them', async () => {
  const read = await readExport([entry(day(2)), entry(day(9)), entry(day(4))])
  const times = read.kind === 'answers' ? read.answers.map(({ receivedAt }) => receivedAt) : []
  expect(times).toEqual([day(9), day(4), day(2)])
})

test('one answer that cannot be read refuses the export, and is named', async () => {
  const broken = { ...(entry(day(1)) as object), receipt: {} } as never
  expect(await readExport([entry(day(2)), broken])).toEqual({
    kind: 'incomplete',
    sentence: expect.stringContaining('answer 2') as string,
  })
})

test('while a large export is read, others have their turn after every fifty answers', async () => {
  let turns = 0
  let timer = setTimeout(take)
  function take() {
    turns += 1
    timer = setTimeout(take)
  }
  onTestFinished(() => clearTimeout(timer))
  const read = await readExport(Array.from({ length: 500 }, () => entry(day(1))))
  expect(read).toMatchObject({ kind: 'answers' })
  expect(turns).toBeGreaterThanOrEqual(8)
})
