import { expect, test } from 'vitest'
import { followMessageIds } from '../../../../extension/content/turns/message-ids.ts'
import type { Life } from '../../../../extension/content/turns/turn-life.ts'

// Whether a page's name of a message may be relied on: front-ends use a name again.

const first = 'the first answer has some words in it'
const other = 'something else is said here'

/** Looks at a message under one name, with these words, of these lives. */
function isSteady(...seen: readonly (readonly [words: string, life: number])[]): boolean {
  const ids = followMessageIds()
  seen.forEach(([words, id], at) => ids.see('m1', { words, id } as Life, at))
  return ids.isSteady('m1')
}

test('a name stands for its text while it is the same one, also once it was filled', () => {
  expect(isSteady()).toBe(true)
  expect(isSteady([first, 1], [first, 1])).toBe(true)
  expect(isSteady(['', 1], [first, 1], [first, 1])).toBe(true)
})

test.each([
  ['another text', [other, 1]],
  ['more of it', [`${first} and more`, 1]],
  ['the same words, written again', [first, 2]],
] as const)('a name under which %s stands is no name', (_what, next) => {
  expect(isSteady([first, 1], next)).toBe(false)
})

test('a name stands for the answer that came under it, until another one does', () => {
  const ids = followMessageIds()
  ids.see('m1', { words: first, id: 1 } as Life, 0)
  ids.see('m1', { words: other, id: 2 } as Life, 1)
  ids.settle('m1', other)
  expect(ids.isSteady('m1')).toBe(true)
  ids.see('m1', { words: first, id: 3 } as Life, 2)
  expect(ids.isSteady('m1')).toBe(false)
})
