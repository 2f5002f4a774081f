import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** Who may import whom, by path prefix; the longest matching prefix is the rule. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'shared/': ['shared/'],
  'server/': ['server/', 'shared/'],
  'server/upstreams/': [
    'server/upstream.ts',
    'server/upstream-http/',
    'server/enclave/',
    'shared/',
  ],
  'server/upstream-http/': ['server/upstream-http/', 'server/upstream.ts', 'shared/'],
  'server/enclave/': ['server/enclave/', 'server/upstream-http/', 'server/upstream.ts', 'shared/'],
  'server/simulator/': ['server/simulator/', 'server/demo/', 'shared/'],
  'server/demo/': ['server/demo/'],
  'web/': ['web/', 'shared/'],
  'extension/': ['extension/', 'shared/'],
  'extension/page/': [
    'extension/page/',
    'extension/dialect',
    'extension/messages/hook-messages.ts',
    'shared/',
  ],
  'extension/dialects/': ['extension/dialect.ts', 'extension/page/natives.ts'],
  'extension/frontends/': ['extension/frontend.ts', 'extension/page-parts.ts', 'shared/'],
  'extension/text/': ['extension/text/', 'shared/'],
  'extension/answer/': ['extension/answer/', 'shared/'],
  'extension/tab/': ['extension/tab/', 'extension/answer/', 'extension/messages/', 'shared/'],
  'extension/messages/': [
    'extension/messages/',
    'extension/answer/',
    'extension/page/limits.ts',
    'extension/settings/',
    'extension/vault/kept-answer.ts',
    'shared/',
  ],
  'extension/vault/': ['extension/vault/', 'extension/answer/', 'shared/'],
  'extension/settings/': ['extension/settings/', 'extension/messages/ui-problem.ts', 'shared/'],
  'extension/content/link/': [
    'extension/content/link/',
    'extension/content/remember-few.ts',
    'extension/messages/',
    'extension/answer/',
  ],
  'extension/content/gate/': [
    'extension/content/gate/',
    'extension/messages/',
    'extension/page/limits.ts',
  ],
  'extension/content/badge/': [
    'extension/content/badge/',
    'extension/content/link/',
    'extension/content/remember-few.ts',
    'extension/messages/',
    'extension/answer/',
    'extension/text/',
    'extension/frontend',
    'extension/page-parts.ts',
    'shared/',
  ],
  'extension/background/': [
    'extension/background/',
    'extension/answer/',
    'extension/messages/',
    'extension/page/gateway-address.ts',
    'extension/settings/',
    'extension/tab/',
    'extension/text/',
    'extension/vault/',
    'shared/',
  ],
  'extension/background/tab/': ['extension/background/tab/', 'extension/tab/', 'shared/'],
  'extension/ui/': [
    'extension/ui/',
    'extension/answer/',
    'extension/messages/',
    'extension/settings/',
    'shared/',
  ],
  'web/build/': ['web/build/'],
}

/** Packages that decide whether evidence is genuine: one implementation, in shared/. */
const verificationPrimitive = /^(@noble|@scure|canonicalize|asn1js|@phala)/

/** shared/ runs wherever JavaScript does. */
const platform = /^(node:|undici|fastify|pino|kysely|viem)/

const root = join(import.meta.dirname, '..')
const files = globSync('{shared,server,web,extension}/**/*.{ts,tsx,mjs}', { cwd: root })

function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)
  return [...found].map(([, name]) => name ?? '')
}

/** Path of a file of ours, or the package's name. */
function target(file: string, name: string): string {
  if (name.startsWith('#shared/')) return name.slice(1)
  return name.startsWith('.') ? normalize(join(dirname(file), name)) : name
}

/** Pages run in browsers; what builds them does not. */
function runsAnywhere(file: string): boolean {
  return (
    file.startsWith('shared/') ||
    file.startsWith('extension/') ||
    (file.startsWith('web/') && !file.startsWith('web/build/'))
  )
}

test('the scan sees the source tree', () => {
  expect(files.length).toBeGreaterThan(80)
  expect(importsOf('shared/receipt/verify-receipt.ts')).toContain('../canonical-json.ts')
  expect(importsOf('server/deliver/deliver.ts')).toContain('#shared/errors.ts')
  expect(importsOf('web/judge/describe-subject.ts')).toContain('#shared/document/subject.ts')
})

test.each(files)('%s imports only what its folder may', (file) => {
  const prefix = Object.keys(mayImport)
    .filter((each) => file.startsWith(each))
    .toSorted((a, b) => b.length - a.length)[0]
  for (const name of importsOf(file)) {
    const path = target(file, name)
    const isOurs = name.startsWith('.') || name.startsWith('#')
    if (isOurs) {
      expect(
        mayImport[prefix ?? '']?.some((allowed) => path.startsWith(allowed)),
        name,
      ).toBe(true)
      continue
    }
    if (runsAnywhere(file)) expect(name).not.toMatch(platform)
    if (!file.startsWith('shared/')) expect(name).not.toMatch(verificationPrimitive)
  }
})

test('only web/fetch-evidence.ts uses the network of a page', () => {
  const uses = files.filter(
    (file) =>
      file.startsWith('web/') &&
      !file.startsWith('web/build/') &&
      /\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
  )
  expect(uses).toEqual(['web/fetch-evidence.ts'])
})
