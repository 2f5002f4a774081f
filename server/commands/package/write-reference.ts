import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Public {
  /** As it is published, and as it is called where it is declared. */
  readonly name: string
  readonly declared: string
  readonly file: string
}

/** What is public, with its docstrings, as one page: made of the declarations that are published. */
export function writeReference(outDir: string): void {
  const entry = join(outDir, 'lib/package/countersign.d.ts')
  const sections = publicNames(entry).map(describe)
  writeFileSync(
    join(outDir, 'API.md'),
    ['# countersign: reference', ...sections].join('\n\n') + '\n',
  )
}

function publicNames(entry: string): readonly Public[] {
  const exports = readFileSync(entry, 'utf8').matchAll(
    /export (?:type )?\{([^}]*)\} from '([^']+)'/g,
  )
  return [...exports].flatMap(([, names = '', from = '']) =>
    names
      .split(',')
      .map((each) => each.trim().replace(/^type /, ''))
      .filter((each) => each !== '')
      .map((each): Public => {
        const [declared = '', name = declared] = each.split(' as ')
        return { name, declared, file: join(dirname(entry), from.replace(/\.js$/, '.d.ts')) }
      }),
  )
}

/** A declaration ends where a line begins with the next one, or with the comment before it. */
const declarations =
  /(?:^\/\*\*(?<doc>(?:(?!\*\/)[^])*)\*\/\n)?^export (?:declare )?(?<code>(?:abstract )?(?:class|const|function|interface|type) (?<name>\w+)[^]*?)(?=\n(?:export|import|declare|\/\*\*|\/\/)|$(?![^]))/gm

function describe({ name, declared, file }: Public): string {
  const found = [...readFileSync(file, 'utf8').matchAll(declarations)].find(
    ({ groups }) => groups?.['name'] === declared,
  )
  if (found === undefined) throw new Error(`${declared} is not declared in ${file}`)
  const { doc = '', code = '' } = found.groups ?? {}
  const text = doc.replaceAll(/^ \* ?/gm, '').trim()
  if (text === '' && code.startsWith('function')) throw new Error(`${name} has no docstring`)
  const shown = code.replaceAll(new RegExp(`\\b${declared}\\b`, 'g'), name).trim()
  const said = text === '' ? [] : [withExample(text)]
  return [`## ${name}`, ...said, `\`\`\`ts\n${shown}\n\`\`\``].join('\n\n')
}

/** Tags as people read them. */
function withExample(text: string): string {
  const [said = '', example] = text.split(/^@example\n/m)
  const plain = said
    .replaceAll(/^@param (\w+) /gm, '- `$1`: ')
    .replaceAll(/^@throws (.*)$/gm, '- throws $1')
    .replaceAll(/^@returns /gm, '- returns ')
    .replace(/\n- /, '\n\n- ')
    .trim()
  return example === undefined ? plain : `${plain}\n\n\`\`\`ts\n${example.trim()}\n\`\`\``
}
