import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { privacyPolicy } from '#shared/words/english/pages/privacy-policy.ts'

const folder = join(import.meta.dirname, '../../../extension/store')
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')
const config = readFileSync(join(folder, '../../wxt.config.ts'), 'utf8')

/** All that stands in quotes in a list of the configuration. */
function listOf(name: string): readonly string[] {
  const list = new RegExp(`\\b${name}: \\[(.*?)\\]`, 's').exec(config)?.[1] ?? ''
  return [...list.matchAll(/'([^']+)'/g)].map(([, item]) => item ?? '')
}

test('each permission that the manifest asks for is justified', () => {
  const justified = textOf('permissions.md')
  const asked = [...listOf('permissions'), ...listOf('optional_host_permissions')]
  expect(asked.length).toBeGreaterThan(5)
  for (const permission of asked) expect(justified).toContain(`\`${permission}\``)
})

test('the summary is the manifest’s own, and short enough for every store', () => {
  const summary = /## Summary\n\n(.*)\n/.exec(textOf('listing.md'))?.[1] ?? ''
  expect(config).toContain(`description: '${summary}'`)
  expect(summary.length).toBeLessThanOrEqual(132)
})

test('the policy for the stores is the one that a gateway serves', () => {
  const page = privacyPolicy.map(
    ({ title, paragraphs }) => `\n## ${title}\n\n${paragraphs.join('\n\n')}\n`,
  )
  expect(textOf('privacy-policy.md')).toBe(
    `# Privacy policy of the Countersign extension\n${page.join('')}`,
  )
})

test.each([
  ['1-badges.png', 1280, 800],
  ['2-card.png', 1280, 800],
  ['3-panel.png', 1280, 800],
  ['4-welcome.png', 1280, 800],
  ['icon-300.png', 300, 300],
  ['tile-440x280.png', 440, 280],
])('%s is a picture of %i × %i', (name, width, height) => {
  const png = readFileSync(join(folder, name))
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height])
})
