import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** All that runs; the words themselves are looked at below. */
const sources = globSync('{shared,server,extension,web}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules/**', 'shared/words/**'],
})

/** Rooms and files whose text nobody reads as a sentence of ours. */
const others: readonly (readonly [path: RegExp, why: string])[] = [
  [/^server\/commands\/package\//, 'the maker of the package, for its makers'],
  [/^server\/gateway\/store\/|redis-scripts\.ts$/, 'statements to a database'],
  [/^extension\/frontends\/|^extension\/reading\/|page-parts\.ts$/, 'what pages are made of'],
  [/^extension\/messages\//, 'names of messages, in faults'],
  [/^extension\/vault\/vault\.ts$/, 'the keys of a database'],
  [/badge-style\.ts$/, 'styles'],
  [
    /(?:anonymous-members|settings-in|clear-fields|sealable-members|field-scheme|near-fields|request-fields|plain-schema|find-hosts|service-members)\.ts$/,
    'names of members, of a file or of a request',
  ],
  [/known-amd-chains\.ts$/, 'certificates'],
  [/ehbp-names\.ts$/, 'names of keys in a protocol'],
  [/^shared\/modes\.ts$/, 'the labels, which are part of the format'],
  [
    /faults\.ts$/,
    'what each fault of a simulator does, by the fault’s name: a table by key itself',
  ],
  [/^server\/demo\/(?:providers|enclave\/hardware)\//, 'what machines of others show and say'],
  [/answer-in-words\.ts$/, 'what the demo model makes up'],
  [/make-(?:enclave|aci-receipt)\.ts$|start-simulator\.ts$/, 'what stands in simulated evidence'],
  [/attest\/conformance\//, 'outcomes and parts as the conformance suite calls them'],
]

/** What looks like a sentence and is none. */
const noSentences: readonly (readonly [text: RegExp, why: string])[] = [
  [/^(?:curl|npx|cast|node|printf|openssl|npm run) /, 'a command'],
  [/^chrome:|^about:/, 'an address of a browser'],
  [
    /^(?:default-src|connect-src|'self'|event:|data:|id:|public,|attachment;|GET,|origin,) /,
    'a header or an event',
  ],
  [/^(?:Contact|Expires|Preferred-Languages): /, 'a field of security.txt'],
  [/^(?:Request Timeout|Bad Request)$/, 'a status of HTTP'],
  [/^(?:not ready|not yet)$/, 'a status that programs compare'],
  [/^but not$/, 'what a forger writes'],
  [/^: waiting for proof$/, 'a comment in a stream'],
  [/^Decryption failed$/, 'what an enclave says, and the gateway looks for'],
  [/^(?:Intel SGX TCB Signing|DSSEv1 .*)$/, 'what somebody else signs'],
  [/^(?:The image of this result follows\.|The tool failed\.)$/, 'what a model is told'],
  [/Ethereum Signed Message/, 'what EIP-191 has in front of a message'],
  [/^countersign: which library signs$/, 'bytes that are signed to try a library'],
  [/^the documentation of Tinfoil$/, 'where data is from, beside the data'],
  [/^[\w.]+(?:\?\.)?[\w.]+ (?:===|<=) |^"enclave" in /, 'an expression of a command'],
  [/^<[a-z!]/, 'markup'],
  [/^(?:POST|Basic|Workers) …|^…: … is …$/, 'an operation, a header, and lines of figures'],
  [/^--[a-z-]+ …$/, 'an option with its value'],
  [/^Bearer …$|charset=utf-8$|^content-type: …$/, 'the value of a header'],
  [/^(?:badge|card) …$|^row actions$|^\(prefers-/, 'classes and a media query'],
  [/^\[object |^signer-asked …/, 'a name that the program compares'],
]

interface Node {
  readonly type: string
  readonly [member: string]: unknown
}

const programs = new Map<string, object>()

/** Its tree, which is made once. */
function programOf(file: string): object {
  const known = programs.get(file)
  if (known !== undefined) return known
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  programs.set(file, program)
  return program
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
  visit(programOf(file))
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

/** Nobody but a programmer sees what a fault of ours says. What cannot be read (`FormatError`) is read by people. */
function isFault({ callee }: Node): boolean {
  return /^(?:Type|Range)?Error$/.test(String((callee as Node)['name']))
}

/** Members of unions, such as `as it came`: the program compares them, and shows none. */
const ofPrograms = new Set(
  sources.flatMap((file) => {
    const found: string[] = []
    const visit = (value: unknown): void => {
      if (Array.isArray(value)) return value.forEach(visit)
      if (typeof value !== 'object' || value === null) return
      const node = value as Node
      if (node.type === 'TSLiteralType') found.push(...textOf(node['literal'] as Node))
      Object.values(node).forEach(visit)
    }
    visit(programOf(file))
    return found
  }),
)

/** Two words beside each other. */
function isSentence(text: string): boolean {
  return (
    /[A-Za-z’]{2,}[,;:]? +(?:…|[A-Za-z’(“]{2,})/.test(text) &&
    !ofPrograms.has(text) &&
    noSentences.every(([pattern]) => !pattern.test(text))
  )
}

const files = sources.filter((file) => others.every(([path]) => !path.test(file)))

test('no file has a sentence of its own', () => {
  const found = files.flatMap((file) =>
    textsIn(file).flatMap((text) => (isSentence(text) ? [`${file}: ${text}`] : [])),
  )
  expect(found).toEqual([])
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
  for (const [path] of others) {
    expect(
      sources
        .filter((file) => path.test(file))
        .flatMap(textsIn)
        .some(isSentence),
      String(path),
    ).toBe(true)
  }
})

/** A list of options, and of the statuses with which a command ends. */
const optionList = /^(?:Usage: )?(?:npm run|countersign) .*--[a-z]|^Exit: /

/** A sentence ends at its mark; what stands behind a colon or a semicolon is read with it. A list is no sentence. */
function longSentencesIn(file: string): readonly string[] {
  return textsIn(file)
    .filter(isSentence)
    .flatMap((text) => text.split(/(?<=[.!?])\s+/))
    .filter((sentence) => !optionList.test(sentence) && sentence.split(' ').length > 20)
}

test('no sentence of shared/words has more than 20 words', () => {
  const long = globSync('shared/words/**/*.ts', { cwd: root }).flatMap(longSentencesIn)
  expect(long).toEqual([])
})
