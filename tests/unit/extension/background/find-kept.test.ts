import { beforeEach, expect, test, vi } from 'vitest'
import { findKept, type SoughtText } from '../../../../extension/background/record/find-kept.ts'
import type { KeptAnswer } from '../../../../extension/vault/kept-answer.ts'
import { vault } from '../../../../extension/vault/vault.ts'

// Which kept answer stands in a page that was loaded: by its name, by its place, by its words.

vi.mock('../../../../extension/vault/vault.ts', async () => ({
  vault: (await import('../../../support/in-memory/vault-in-memory.ts')).vaultInMemory(),
}))

const origin = 'https://chat.example'
const words = 'An answer says what it says, in words of its own.'

beforeEach(() => vault.wipe())

async function keep(digest: string, more: Partial<KeptAnswer> = {}): Promise<void> {
  const kept = {
    digest,
    origin,
    at: 0,
    size: 1,
    mode: 'private',
    verdict: { kind: 'verified' },
    gateway: 'https://gateway.example',
    path: { kind: 'direct' },
    words: { text: words },
    signedTexts: ['of the words'],
    shownTexts: ['of the place'],
    messageId: null,
    ...more,
  }
  await vault.change(digest, () => kept as unknown as KeptAnswer)
}

/** @returns digest and way of what is found */
async function find(more: Partial<SoughtText> = {}): Promise<unknown> {
  const sought: SoughtText = {
    text: words,
    textDigest: 'of the words',
    placeDigest: 'of another place',
    messageId: null,
    by: 'words',
    ...more,
  }
  const [found = null] = await findKept(origin, [sought])
  return found === null || found === 'undecided' ? found : [found.kept.digest, found.by]
}

test('behind the same words it is that answer, and behind others it may be', async () => {
  await keep('a')
  expect(await find({ placeDigest: 'of the place' })).toEqual(['a', 'by-place'])
  expect(await find()).toEqual(['a', 'by-words'])
})

test('where words alone are not enough, they find nothing', async () => {
  await keep('a')
  expect(await find({ by: 'place' })).toBeNull()
  expect(await find({ by: 'place', placeDigest: 'of the place' })).toEqual(['a', 'by-place'])
  expect(await find({ by: 'name', placeDigest: 'of the place' })).toBeNull()
})

test('of answers with the same words the newest is found, unless they were delivered differently', async () => {
  await keep('a', { at: 1 })
  await keep('b', { at: 2 })
  expect(await find()).toEqual(['b', 'by-words'])
  const others: readonly Partial<KeptAnswer>[] = [
    { mode: 'tee' },
    { gateway: null },
    { path: { kind: 'through', host: 'chat.example' } },
    { verdict: { kind: 'rejected' } as KeptAnswer['verdict'] },
  ]
  for (const other of others) {
    // oxlint-disable-next-line no-await-in-loop
    await keep('c', { at: 3, ...other })
    // oxlint-disable-next-line no-await-in-loop
    expect(await find()).toBe('undecided')
  }
})

test('a message finds the answer of its own name, and none of another name with its words', async () => {
  await keep('a', { messageId: 'm1' })
  expect(await find({ messageId: 'm1', textDigest: 'drawn otherwise' })).toEqual(['a', 'by-place'])
  expect(await find({ messageId: 'm2' })).toBeNull()
  await keep('b', { messageId: null })
  expect(await find({ messageId: 'm2' })).toEqual(['b', 'by-words'])
})

test('of several messages that are asked for at once each finds its own', async () => {
  await keep('a', { messageId: 'm1' })
  await keep('b', { messageId: 'm2' })
  const sought = ['m2', 'm1'].map((messageId) => {
    const digests = { textDigest: 'of the words', placeDigest: 'of the place' }
    return { text: words, ...digests, messageId, by: 'words' } as const
  })
  const found = await findKept(origin, sought)
  expect(found).toMatchObject([{ kept: { digest: 'b' } }, { kept: { digest: 'a' } }])
})

test('a name that was given to another text finds nothing', async () => {
  await keep('a', { messageId: 'm1' })
  const other = { textDigest: 'of others', text: 'Something else is said here by somebody else.' }
  expect(await find({ messageId: 'm1', ...other })).toBeNull()
  // As where no words are kept: then its digest tells.
  await keep('a', { messageId: 'm1', words: null })
  expect(await find({ messageId: 'm1' })).toEqual(['a', 'by-place'])
  expect(await find({ messageId: 'm1', textDigest: 'of others' })).toBeNull()
})
