import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sha256Digest } from '#shared/digest.ts'
import { openEvidenceStore } from '../../../../server/gateway/common/evidence-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const text = '{"document":"é"}'
const digest = sha256Digest(text)
const dayMs = 86_400_000

test('evidence is found under the digest of its bytes, and under no other', async () => {
  const store = openEvidenceStore({ folder: join(temporaryFolder(), 'new'), nowMs: Date.now })
  expect(await store.find(digest)).toBeNull()
  expect(await store.keep(text)).toBe(digest)
  expect(await store.keep(text)).toBe(digest)
  expect(Buffer.from((await store.find(digest)) ?? []).toString('utf8')).toBe(text)
  expect(await store.find('ab'.repeat(32))).toBeNull()
})

test('a file that was altered or damaged is none', async () => {
  const folder = temporaryFolder()
  const store = openEvidenceStore({ folder, nowMs: Date.now })
  await store.keep(text)
  const other = await store.keep('{}')
  const [own, foreign] = [digest, other].map((each) => join(folder, `${each}.json.br`))
  writeFileSync(foreign ?? '', 'no brotli')
  expect(await store.find(other)).toBeNull()
  expect(readdirSync(folder)).toHaveLength(2)
  writeFileSync(own ?? '', brotliCompressSync('{}'))
  expect(await store.find(digest)).toBeNull()
})

test('what no answer named for 90 days is deleted', async () => {
  const folder = temporaryFolder()
  let nowMs = Date.now()
  const store = openEvidenceStore({ folder, nowMs: () => nowMs })
  await store.keep(text)
  const at = (daysAgo: number) => new Date(nowMs - daysAgo * dayMs)
  nowMs += 2 * dayMs
  utimesSync(join(folder, `${digest}.json.br`), at(89), at(89))
  await store.keep('{}')
  expect(await store.find(digest)).not.toBeNull()
  nowMs += 2 * dayMs
  await store.keep('[]')
  expect(await store.find(digest)).toBeNull()
})
