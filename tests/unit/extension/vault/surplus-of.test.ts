import fc from 'fast-check'
import { expect, test } from 'vitest'
import { surplusOf } from '../../../../extension/vault/surplus-of.ts'

const answer = fc.record({
  digest: fc.uuid(),
  origin: fc.constantFrom('https://a.example', 'https://b.example', 'https://c.example'),
  size: fc.integer({ min: 1, max: 1000 }),
})

test('a site that fills the vault loses its own answers, and no other site’s', () => {
  const mine = { digest: 'mine', origin: 'https://chat.example', size: 10 }
  const theirs = Array.from({ length: 50 }, (_, at) => ({
    digest: `theirs-${at}`,
    origin: 'https://evil.example',
    size: 30,
  }))
  const surplus = surplusOf([mine, ...theirs], 300)
  expect(surplus).not.toContain('mine')
  expect(surplus).toEqual(theirs.slice(0, surplus.length).map(({ digest }) => digest))
})

test('what stays is within the size, and nothing goes while there is room', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(answer, { selector: (each) => each.digest }),
      fc.nat(5000),
      (answers, most) => {
        const surplus = new Set(surplusOf(answers, most))
        const bytes = (all: typeof answers) => all.reduce((sum, { size }) => sum + size, 0)
        const rest = answers.filter(({ digest }) => !surplus.has(digest))
        expect(bytes(rest)).toBeLessThanOrEqual(most)
        if (bytes(answers) <= most) expect(surplus.size).toBe(0)
      },
    ),
  )
})
