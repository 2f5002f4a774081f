import { expect, test } from 'vitest'
import type { Json } from '#shared/canonical-json.ts'
import { opensCommitment } from '#shared/commitment/commit.ts'
import { parseSalt } from '#shared/commitment/salt.ts'
import type { Digest } from '#shared/digest.ts'
import vectors from '../../vectors/commitment.countersign.json' with { type: 'json' }

test.each(vectors.cases)(
  '$value under $salt: opens is $opens',
  ({ salt, value, commitment, opens }) => {
    expect(opensCommitment(commitment as Digest, value as Json, parseSalt(salt))).toBe(opens)
  },
)

test('what is no salt is refused', () => {
  for (const text of ['', 'a'.repeat(63), 'A'.repeat(64), 'g'.repeat(64)]) {
    expect(() => parseSalt(text)).toThrow(
      expect.objectContaining({ code: 'SALT_MALFORMED' }) as Error,
    )
  }
})
