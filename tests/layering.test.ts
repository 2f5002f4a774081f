import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ringsOf } from './support/rings-of.ts'

/** What a receipt and its neighbours are written in. */
const formats = ['bytes', 'json', 'sse', 'receipt', 'commitment', 'svc', 'disclosure'] as const
/** What an enclave shows, and how it is talked to. */
const proofs = ['attestation', 'aci', 'e2ee'] as const

/** A room of shared/: itself, the files of shared/ that stand in no room, the words, and those it names. */
function room(path: string, ...others: readonly string[]): Record<string, readonly string[]> {
  return {
    [path]: [path, 'shared/*', 'shared/words/', ...others.map((other) => `shared/${other}/`)],
  }
}

/** A part of the extension: itself, all of shared/ but what draws, and what it names of the others. */
function part(path: string, ...others: readonly string[]): Record<string, readonly string[]> {
  const [own, ...more] = [`${path}/`, ...others].map((other) => `extension/${other}`)
  return { [`extension/${path}/`]: [own ?? '', 'shared/', ...more] }
}

/** Who may import whom, by path prefix; the longest matching prefix is the rule. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  // Files that stand in shared/ itself are everybody's; `claims.ts` gathers what the rooms say.
  'shared/': ['shared/'],
  ...room('shared/bytes/'),
  ...room('shared/json/', 'bytes', 'text'),
  ...room('shared/text/'),
  ...room('shared/sse/', 'bytes'),
  ...room('shared/receipt/', 'bytes', 'text'),
  ...room('shared/commitment/', 'bytes', 'json', 'sse'),
  ...room('shared/svc/', 'bytes', 'json', 'sse', 'receipt', 'commitment'),
  ...room('shared/dialects/', 'bytes', 'json', 'sse', 'commitment', 'svc'),
  ...room('shared/translation/', 'bytes', 'json', 'commitment', 'dialects'),
  ...room('shared/disclosure/', 'json', 'receipt', 'commitment', 'svc'),
  ...room('shared/limits-statement/', 'json', 'receipt', 'text'),
  ...room('shared/attestation/certificates/', 'bytes'),
  ...room('shared/attestation/quote/', 'bytes', 'json', 'text', 'attestation/certificates'),
  ...room('shared/attestation/appraise/', 'bytes', 'json', 'attestation/quote'),
  ...room('shared/attestation/sev-snp/', 'bytes', 'attestation/certificates'),
  ...room('shared/attestation/nvidia/', 'bytes', 'json', 'text', 'attestation/certificates'),
  ...room('shared/attestation/sigstore/', 'bytes', 'json', 'text', 'attestation/certificates'),
  ...room('shared/attestation/kinds/', 'bytes', 'json', 'attestation'),
  ...room('shared/aci/', 'bytes', 'json', 'text', 'attestation/quote', 'attestation/appraise'),
  ...room('shared/e2ee/', 'bytes', 'json', 'sse', 'commitment', 'svc', 'dialects', 'aci'),
  ...room('shared/body-relay/', 'bytes'),
  ...room('shared/ehbp/', 'bytes', 'body-relay'),
  ...room('shared/near/', 'bytes', 'json', 'sse', 'e2ee'),
  ...room('shared/chutes/', 'bytes', 'json', 'sse'),
  ...room('shared/simulation/', 'bytes', 'json', 'sse', 'aci', 'e2ee', 'ehbp', 'near', 'chutes'),
  ...room('shared/document/', ...formats, 'text', 'dialects', 'e2ee'),
  ...room(
    'shared/judge/',
    ...formats,
    ...proofs,
    'body-relay',
    'dialects',
    'document',
    'judge/state',
  ),
  ...room('shared/judge/state/', 'receipt', 'text', 'aci'),
  ...room('shared/judge/words/', 'receipt', 'text', 'judge/state'),
  ...room(
    'shared/exchange/',
    ...formats,
    ...proofs,
    'body-relay',
    'ehbp',
    'near',
    'chutes',
    'dialects',
    'document',
    'translation',
    'judge',
  ),
  ...room('shared/ui/', 'json', 'text', 'judge/state'),
  // What is published: it asks the network, and nothing of the project imports it.
  'shared/package/': ['shared/package/', 'shared/'],
  'server/': ['server/', 'shared/'],
  'server/demo/enclave/': ['server/demo/', 'shared/'],
  'server/demo/providers/': ['server/demo/', 'shared/'],
  'server/demo/upstream/': ['server/demo/upstream/', 'shared/words/'],
  'web/': ['web/', 'shared/', 'shared/ui/'],
  'extension/': ['extension/', 'shared/', 'shared/ui/'],
  ...part('page', 'dialect', 'messages/hook-messages.ts'),
  'extension/dialects/': ['extension/dialect.ts', 'extension/page/natives.ts'],
  'extension/frontends/': ['extension/frontend.ts', 'extension/page-parts.ts', 'shared/'],
  ...part('reading'),
  ...part('answer'),
  ...part('tab', 'answer/', 'messages/'),
  ...part('messages', 'answer/', 'page/limits.ts', 'settings/', 'vault/kept-answer.ts'),
  ...part('vault', 'answer/'),
  ...part('settings', 'messages/ui-problem.ts'),
  'extension/content/link/': [
    'extension/content/link/',
    'extension/messages/',
    'extension/answer/',
    'shared/bytes/',
  ],
  'extension/content/gate/': [
    'extension/content/gate/',
    'extension/messages/',
    'extension/page/limits.ts',
  ],
  ...part('content/badge', 'answer/', 'frontend.ts'),
  ...part(
    'content/turns',
    'content/badge/',
    'content/link/',
    'messages/',
    'answer/',
    'reading/',
    'frontend',
    'page-parts.ts',
  ),
  ...part(
    'background',
    'answer/',
    'messages/',
    'page/gateway-address.ts',
    'settings/',
    'tab/',
    'reading/',
    'vault/',
  ),
  ...part('background/tab', 'tab/'),
  'extension/ui/': [
    'extension/ui/',
    'extension/answer/',
    'extension/messages/',
    'extension/settings/',
    'shared/',
    'shared/ui/',
  ],
  'web/build/': ['web/build/'],
}

/** The gateway's rooms, lowest first. A room imports what stands below it, and of its own floor itself alone. */
const floors: readonly (readonly string[])[] = [
  ['common/'],
  ['store/', 'accounts/rate-limits/', 'upstreams/'],
  ['config/'],
  ['accounts/', 'signer/', 'catalogue/'],
  ['answer/'],
  ['operation/'],
  ['http/'],
  ['routes/'],
  [''],
]

/** Packages that decide whether evidence is genuine: one implementation, in shared/. */
const verificationPrimitive = /^(@noble|@scure|@hpke|canonicalize|@phala)/

/** shared/ runs wherever JavaScript does. */
const platform = /^(node:|undici|fastify|pino|pg|viem)/

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

/** What is drawn in browsers, and what asks a gateway, is no part of what is true wherever it runs: rows name it by itself. */
const apart = ['shared/ui/', 'shared/package/']

/** `folder/*` means the files that stand in it, `folder/` all below it. */
function isIn(path: string, allowed: string): boolean {
  const own = apart.find((each) => path.startsWith(each))
  if (own !== undefined) return allowed === own
  return allowed.endsWith('/*') ? `${dirname(path)}/*` === allowed : path.startsWith(allowed)
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
  expect(importsOf('server/gateway/answer/deliver.ts')).toContain('#shared/digest.ts')
  expect(importsOf('web/judge/describe-subject.ts')).toContain('#shared/document/subject.ts')
})

/** What a file imports and may not. */
function strangersIn(file: string): readonly string[] {
  const prefix = Object.keys(mayImport)
    .filter((each) => file.startsWith(each))
    .toSorted((a, b) => b.length - a.length)[0]
  return importsOf(file).filter((name) => {
    if (name.startsWith('.') || name.startsWith('#')) {
      return !mayImport[prefix ?? '']?.some((allowed) => isIn(target(file, name), allowed))
    }
    if (runsAnywhere(file) && platform.test(name)) return true
    return !file.startsWith('shared/') && verificationPrimitive.test(name)
  })
}

test('every file imports only what its folder may', () => {
  expect(files.flatMap((file) => strangersIn(file).map((name) => [file, name]))).toEqual([])
})

const gateway = 'server/gateway/'

function roomOf(file: string): { readonly room: string; readonly floor: number } {
  const rooms = floors.flatMap((each, floor) => each.map((room) => ({ room, floor })))
  const [found] = rooms
    .filter(({ room }) => file.startsWith(`${gateway}${room}`))
    .toSorted((a, b) => b.room.length - a.room.length)
  if (found === undefined) throw new Error(`${file} is no file of the gateway`)
  return found
}

function fromAbove(file: string): readonly string[] {
  const own = roomOf(file)
  return importsOf(file).filter((name) => {
    const path = target(file, name)
    if (!name.startsWith('.') || path.startsWith('server/packages/')) return false
    const other = roomOf(path)
    return other.room !== own.room && other.floor >= own.floor
  })
}

test('no file of the gateway imports from a floor above its own', () => {
  const ofGateway = files.filter((file) => file.startsWith(gateway))
  expect(ofGateway.flatMap((file) => fromAbove(file).map((name) => [file, name]))).toEqual([])
})

test('shared/ui/ is for what draws: neither the rooms beside it nor a server may import it', () => {
  const users = Object.keys(mayImport).filter((row) =>
    mayImport[row]?.some((allowed) => isIn('shared/ui/status-mark.tsx', allowed)),
  )
  expect(users).toEqual(['shared/ui/', 'web/', 'extension/', 'extension/ui/'])
})

test('only web/fetch-evidence.ts uses the network of a page', () => {
  const uses = files.filter(
    (file) =>
      (file.startsWith('web/') || file.startsWith('shared/ui/')) &&
      !file.startsWith('web/build/') &&
      /\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
  )
  expect(uses).toEqual(['web/fetch-evidence.ts'])
})

test('a ring of three files is found, and what only leads to it is not in it', () => {
  const imports = new Map([
    ['outside', ['a']],
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['a', 'leaf']],
    ['leaf', []],
  ])
  expect(ringsOf(imports)).toEqual([['a', 'b', 'c']])
})

test('no files import one another in a circle, not even for types', () => {
  const ours = new Set(files)
  const imports = new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .map((name) => target(file, name))
        .filter((path) => ours.has(path)),
    ]),
  )
  expect(ringsOf(imports)).toEqual([])
})

/** A key of words stands behind the name of its file (`import * as`), so two files may have the same. */
const named = files.filter((file) => !file.startsWith('shared/words/'))

test('no two files export one name', () => {
  const declared = /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm
  const filesByName = new Map<string, string[]>()
  for (const file of named) {
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(declared)) {
      filesByName.set(name, [...(filesByName.get(name) ?? []), file])
    }
  }
  expect(filesByName.size).toBeGreaterThan(900)
  expect([...filesByName].filter(([, each]) => each.length > 1)).toEqual([])
})
