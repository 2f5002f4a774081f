import { expect, test } from 'vitest'
import { showSize } from '#shared/text/show-size.ts'

test('a size is never said to be more than it is', () => {
  expect(showSize(20 * 1024 * 1024)).toBe('20 MiB')
  expect(showSize(1_500_000)).toBe('1.4 MiB')
  expect(showSize(16 * 1024)).toBe('16 KiB')
  expect(showSize(1024 * 1024 - 1)).toBe('1023.9 KiB')
})
