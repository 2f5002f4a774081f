import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'SECURITY.md'), 'utf8')
const guarantees = text.slice(text.indexOf('## Guarantees'), text.indexOf('## Out of scope'))
const sentences = guarantees.split(/\n(?=- )/).filter((part) => part.startsWith('- '))

test('every guarantee names the tests that hold it, and each of them is there', () => {
  expect(sentences.length).toBeGreaterThan(25)
  for (const sentence of sentences) {
    const cited = /\[([^\]]+\.test\.ts[^\]]*)\]/.exec(sentence)?.[1]?.split(/,\s+/) ?? []
    expect(cited.length, sentence).toBeGreaterThan(0)
    for (const path of cited) expect(existsSync(join(root, 'tests', path)), path).toBe(true)
  }
})
