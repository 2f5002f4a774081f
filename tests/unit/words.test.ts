import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Where people read. */
const rooms = [
  'web/**/*.{ts,tsx}',
  'extension/**/*.{ts,tsx}',
  'shared/ui/*.tsx',
  'shared/{aci,attestation,judge,document,receipt,svc,commitment,exchange,package,json,sse}/**/*.ts',
  'server/commands/**/*.ts',
  'server/gateway/**/*.ts',
]

/** Rooms and files whose text nobody reads as a sentence of ours, or that hold it by key themselves. */
const others: readonly (readonly [path: RegExp, why: string])[] = [
  [/^server\/commands\/attest\//, 'an auditor’s tool, which prints what checks found'],
  [/^server\/commands\/package\//, 'the maker of the package, for its makers'],
  [/^server\/commands\/verify\/judge-file\.ts$/, 'what a check found stands beside the check'],
  [
    /^web\/privacy\/privacy-policy\.ts$/,
    'the words of the privacy policy, which the store listing has, too',
  ],
  [
    /^extension\/frontends\/|^extension\/reading\/|^extension\/page-parts\.ts$/,
    'what pages are made of',
  ],
  [/^extension\/messages\/(?:hook|place)-messages\.ts$/, 'names of messages, in faults'],
  [/^extension\/vault\/vault\.ts$/, 'the keys of a database'],
  [
    /^extension\/background\/(?:observe\/judge-answer|record\/keep-judged|gateway\/failed-by-gateway)\.ts$/,
    'what a check found stands beside the check',
  ],
  [/^extension\/content\/badge\/badge-style\.ts$/, 'styles'],
  [/^server\/gateway\/answer\/anonymous-members\.ts$/, 'names of members of requests'],
  [/^server\/gateway\/http\/openapi\//, 'the texts of the OpenAPI document'],
  [/^web\/judge\/(?:sign-sample|make-drill)\.ts$/, 'what is asked and answered in an example'],
]

/** What looks like a sentence and is none. */
const noSentences: readonly (readonly [text: RegExp, why: string])[] = [
  [/^(?:curl|npx|cast|node|printf|openssl|npm run) /, 'a command'],
  [/^chrome:|^about:/, 'an address of a browser'],
  [
    /^(?:default-src|connect-src|'self'|event:|id:|public,|attachment;|GET,) /,
    'a header or an event',
  ],
  [/^(?:Contact|Expires|Preferred-Languages): /, 'a field of security.txt'],
  [/^(?:Request Timeout|Bad Request)$/, 'a status of HTTP'],
  [/^Decryption failed$/, 'what an enclave says, and the gateway looks for'],
  [/Ethereum Signed Message/, 'what EIP-191 has in front of a message'],
  [/^[\w.]+(?:\?\.)?[\w.]+ (?:===|<=) |^"enclave" in /, 'an expression of a command'],
  [/^<[a-z!]/, 'markup'],
  [
    /^(?:select|insert|update|delete|create|lock|pragma|case when|text collate|with) |^id, plan, /,
    'a statement to a database',
  ],
  [/\blocal (?:now|window|ends) = /, 'a script of Redis'],
  [/^(?:POST|Basic|Workers) …$/, 'an operation, a header, and a line of figures'],
  [/^--[a-z-]+ …$/, 'an option with its value'],
  [/^Bearer …$|charset=utf-8$|^origin, access-control|^content-type: …$/, 'the value of a header'],
  [/^(?:badge|card) …$|^\(prefers-/, 'classes and a media query'],
  [/^\[object |^signer-asked …/, 'a name that the program compares'],
  [/^no receipt came with it$/, 'what a check found stands beside the check'],
]

/** Words of the program: members of a union, classes, names. A sentence has a capital, a mark of its own, or five words. */
const ofPrograms = /^[a-z0-9:_./’-]+(?: [a-z0-9:_./’-]+){0,3}$/

interface Node {
  readonly type: string
  readonly [member: string]: unknown
}

/** Every text in a file that stands for itself, with its blanks folded. */
function textsIn(file: string): readonly string[] {
  const texts: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    if (/^(?:Import|TS.*(?:Type|Annotation|Alias|Interface))/.test(node.type)) return
    if (node.type === 'NewExpression' && isFault(node)) return
    if (node.type === 'JSXAttribute' && /^(?:className|href|d|viewBox)$/.test(nameOf(node))) return
    texts.push(...textOf(node))
    Object.values(node).forEach(visit)
  }
  visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program)
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())
}

function textOf(node: Node): readonly string[] {
  if (node.type === 'JSXText' || node.type === 'Literal') {
    return typeof node['value'] === 'string' ? [node['value']] : []
  }
  if (node.type !== 'TemplateLiteral') return []
  const parts = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
  return [parts.map(({ value }) => value.cooked).join('…')]
}

function nameOf({ name }: Node): string {
  return String((name as Node)['name'])
}

/** Nobody but a programmer sees what a fault of ours says; of what cannot be read, a caller of the gateway sees the code. */
function isFault({ callee }: Node): boolean {
  return /^(?:Type|Range|Format)?Error$/.test(String((callee as Node)['name']))
}

function isSentence(text: string): boolean {
  return (
    /[A-Za-z’]{2,}[,;:]? +(?:…|[A-Za-z’(“]{2,})/.test(text) &&
    !ofPrograms.test(text) &&
    noSentences.every(([pattern]) => !pattern.test(text))
  )
}

const files = rooms
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((file) => others.every(([path]) => !path.test(file)))

test.each(files)('%s has no sentence of its own', (file) => {
  expect(textsIn(file).filter(isSentence)).toEqual([])
})

test('the files of shared/words hold sentences, and nothing that decides', () => {
  const sentences = globSync('shared/words/english/**/*.ts', { cwd: root })
  expect(sentences).not.toEqual([])
  for (const file of sentences) {
    const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
    expect(
      program.body.map(({ type }) => type),
      file,
    ).toContain('ExportNamedDeclaration')
    expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(/^import /m)
  }
})

test('every exception is one', () => {
  const all = rooms.flatMap((pattern) => globSync(pattern, { cwd: root }))
  for (const [path] of others) {
    expect(
      all
        .filter((file) => path.test(file))
        .flatMap(textsIn)
        .some(isSentence),
      String(path),
    ).toBe(true)
  }
})

/** What the gateway tells callers, operators and readers of `/docs`, and every sentence of pages, extension and commands. */
const ofPeople = globSync(['server/gateway/**/*.ts', 'shared/words/**/*.ts'], { cwd: root }).filter(
  (file) => !/anonymous-members|docs-page/.test(file),
)

/** A sentence ends at its mark; what stands behind a colon or a semicolon is read with it. A list of options is no sentence. */
function longSentencesIn(file: string): readonly string[] {
  return textsIn(file)
    .filter(
      (text) => isSentence(text) && !/^(?:Usage: )?(?:npm run|countersign) .*--[a-z]/.test(text),
    )
    .flatMap((text) => text.split(/(?<=[.!?])\s+/))
    .filter((sentence) => sentence.split(' ').length > 20)
}

test.each(ofPeople)('%s has no sentence of more than 20 words', (file) => {
  expect(longSentencesIn(file)).toEqual([])
})
