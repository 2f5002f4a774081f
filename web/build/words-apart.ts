import { parseSync, type Plugin } from 'vite'

const room = '/shared/words/english/'
const wordsImport = /^import \{ (\w+)(?: as (\w+))? \} from ('[^']*words\/english\/[^']*')$/gm

/**
 * Takes each sentence by itself: a page then loads those that it shows, and none of the names that they have in
 * `shared/words/`. Where the words are used as a whole, they stay one object.
 */
export function wordsApart(): Plugin {
  return {
    name: 'words-apart',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes(room)) return { code: apart(code, id), map: null }
      if (!code.includes('words/english/')) return null
      const isTakenApart = usesMembersAlone(code, id)
      const taken = code.replaceAll(
        wordsImport,
        (whole: string, name: string, alias: string | undefined, from: string) =>
          isTakenApart(alias ?? name) ? `import * as ${alias ?? name} from ${from}` : whole,
      )
      return { code: taken, map: null }
    },
  }
}

/** `export const words = { a: 'A' }` with an export of its own for each member that has a plain name. */
function apart(code: string, id: string): string {
  const [sentences] = nodesOf(code, id, 'ObjectExpression')
  const members = (sentences?.['properties'] ?? []) as readonly Member[]
  if (members.some(({ key }) => key.type !== 'Identifier')) return code
  const own = members.map(({ key, value }) => ({
    name: String(key['name']),
    text: code.slice(value.start, value.end),
  }))
  const [before = '', name = ''] = /^.*export const (\w+)/s.exec(code) ?? []
  return [
    before.slice(0, -`export const ${name}`.length),
    ...own.map(({ name, text }) => `const $${name} = ${text}`),
    `export const ${name} = { ${own.map(({ name }) => `${name}: $${name}`).join(', ')} } as const`,
    `export { ${own.map(({ name }) => `$${name} as ${name}`).join(', ')} }`,
  ].join('\n')
}

/** Whether a name is used for nothing but `name.member`. */
function usesMembersAlone(code: string, id: string): (name: string) => boolean {
  const all = nodesOf(code, id, 'Identifier', 'JSXIdentifier')
  const members = nodesOf(code, id, 'MemberExpression')
  return (name) => {
    const uses = all.filter((node) => node['name'] === name)
    const asMember = members.filter(
      ({ object, computed }) => (object as Node)['name'] === name && computed === false,
    )
    return uses.length === asMember.length
  }
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

interface Member {
  readonly key: Node
  readonly value: Node
}

function nodesOf(code: string, id: string, ...types: readonly string[]): readonly Node[] {
  const found: Node[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    if (node.type === 'ImportDeclaration') return
    if (types.includes(node.type)) found.push(node)
    Object.values(node).forEach(visit)
  }
  visit(parseSync(id, code).program)
  return found
}
