import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  compareModes,
  isMode,
  modes,
  privacyLabel,
  verifications,
  type Mode,
  type Verification,
} from '#shared/modes.ts'
import vectors from '../vectors/labels.countersign.json' with { type: 'json' }

test('modes are ordered from anonymized to e2ee', () => {
  expect([...modes].toSorted(compareModes)).toEqual(['anonymized', 'private', 'tee', 'e2ee'])
})

test('only the four modes are modes', () => {
  expect([...modes, 'sealed', '', null, 'toString'].filter(isMode)).toEqual(modes)
})

test.each(vectors.cases)('$label, in mode $mode by $verifiedBy', (each) => {
  const { label, mode, verifiedBy, holds } = each
  const by = (verifiedBy ?? undefined) as Verification | undefined
  expect(privacyLabel(mode as Mode, by) === label).toBe(holds)
})

test('the vectors, and the specification, have each label that is written now', () => {
  const format = readFileSync(join(import.meta.dirname, '../../shared/receipt/FORMAT.md'), 'utf8')
  for (const mode of modes) {
    for (const by of mode === 'tee' || mode === 'e2ee' ? verifications : [undefined]) {
      const label = privacyLabel(mode, by)
      expect(vectors.cases).toContainEqual({ mode, verifiedBy: by ?? null, label, holds: true })
    }
  }
  for (const { label, holds } of vectors.cases) {
    if (holds) expect(format.includes(`\`${label}\``), label).toBe(true)
  }
})
