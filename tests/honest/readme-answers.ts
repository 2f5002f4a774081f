import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HonestAnswer } from './honest-answer.ts'

const packages = [
  'axe-core',
  'autocannon',
  'dexie',
  'eventsource-parser',
  'fast-check',
  'fastify',
  'highlight.js',
  'js-sha3',
  'katex',
  'linkedom',
  'mdast-util-gfm-table',
  'mdast-util-math',
  'openai',
  'preact',
  'react-markdown',
  'rehype-katex',
  'remark-gfm',
  'remark-math',
  'socket.io',
  'streamdown',
] as const

const shortest = 300
const longest = 3_000

/** Of each of these packages the part of its README that has most kinds of Markdown in it: texts that strangers wrote for people. */
export function readmeAnswers(): readonly HonestAnswer[] {
  return packages.flatMap((name) => {
    const folder = join(import.meta.dirname, '../../node_modules', name)
    const [file = ''] = globSync('{README,Readme,readme}.md', { cwd: folder })
    const readme = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
    const parts = partsOf(readme)
      .filter(({ length }) => length >= shortest && length <= longest)
      .filter((part) => !hasHtml(part) && isWhole(part))
    const [content] = parts.toSorted((a, b) => kindsIn(b) - kindsIn(a))
    return content === undefined ? [] : [{ name: `README of ${name}`, content }]
  })
}

/** From one heading of the second level to the next, none of them within code. */
const partsOf = (readme: string) => readme.split(/\n(?=## )/)

const outsideCode = (part: string) =>
  part.replaceAll(/^(`{3,})[^]*?^\1/gm, '').replaceAll(/`[^`\n]+`/g, '')

const hasHtml = (part: string) => /<[a-z!/]/i.test(outsideCode(part).replaceAll(/<https?:/g, ''))

/** A heading within code did not cut it in two, and what its links refer to stands in it. */
function isWhole(part: string): boolean {
  const fences = part.match(/^\s*```/gm)?.length ?? 0
  return fences % 2 === 0 && !/\]\[[^\]]*\]/.test(outsideCode(part))
}

const kinds = [
  /^\s*[-*] /m,
  /^\d+\. /m,
  /^\|/m,
  /^```/m,
  /`[^`\n]+`/,
  /\*\*/,
  /\]\(/,
  /^### /m,
  /^> /m,
]

const kindsIn = (part: string) => kinds.filter((kind) => kind.test(part)).length
