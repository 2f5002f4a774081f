import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claims } from '#shared/claims.ts'
import { requiredAnswerChecks } from '#shared/svc/verify-answer.ts'

test('every check says what it proves to a user and to an auditor, and where it is asked for', () => {
  for (const [id, { user, auditor, source }] of Object.entries(claims)) {
    expect(user, id).toMatch(/^[A-Z].{10,}\.$/)
    expect(auditor, id).toMatch(/^.{10,}\.$/)
    for (const cited of source.split('; ')) {
      const [path = '', ...sections] = cited.split(/,? §/)
      expect(sections.length, `${id}: ${cited}`).toBeGreaterThan(0)
      const text = readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
      for (const section of sections) {
        expect(text, `${id}: ${path} §${section}`).toMatch(
          new RegExp(`^##+ ${section.replaceAll('.', '\\.')}\\.? `, 'm'),
        )
      }
    }
  }
  for (const id of requiredAnswerChecks) expect(claims).toHaveProperty([id])
})

test('nothing cites a document that is not in this repository', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md'], { encoding: 'utf8' })
  for (const file of files.split('\n').filter(Boolean)) {
    const cited =
      readFileSync(file, 'utf8').match(/\b(?:FORMAT|PROTOCOL)\.md §\d+(?:\.\d+)?/g) ?? []
    for (const each of cited) {
      const [name = '', section = ''] = each.split(' §')
      const path = name === 'FORMAT.md' ? 'shared/receipt/FORMAT.md' : 'shared/aci/PROTOCOL.md'
      const heading = new RegExp(`^##+ ${section.replaceAll('.', '\\.')}\\.? `, 'm')
      expect(readFileSync(path, 'utf8'), `${file}: ${each}`).toMatch(heading)
    }
  }
})

test('no claim says that something is secure or safe', () => {
  expect(JSON.stringify(claims)).not.toMatch(/\b(secure|safe|trust us)\b/i)
})
