import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { HonestAnswer } from './honest-answer.ts'

const line = /^defineSymbol\(math, \w+, (\w+), "[^"]*", "\\\\([a-zA-Z]+)"/gm

const groups: Readonly<Record<string, string>> = {
  rel: 'relations',
  bin: 'operators between two numbers',
  mathord: 'letters',
  textord: 'signs',
  inner: 'dots',
  op: 'big operators',
}

const perAnswer = 12

/** Every few symbols of those that KaTeX knows, each in a formula. */
export function katexAnswers(): readonly HonestAnswer[] {
  const source = readFileSync(
    fileURLToPath(new URL('../src/symbols.ts', import.meta.resolve('katex'))),
    'utf8',
  )
  const found = [...source.matchAll(line)].map(([, group = '', name = '']) => ({ group, name }))
  return Object.entries(groups).map(([group, called]) => {
    const names = [...new Set(found.filter((each) => each.group === group).map(({ name }) => name))]
    const step = Math.max(1, Math.floor(names.length / perAnswer))
    const some = names.filter((_, at) => at % step === 0).slice(0, perAnswer)
    return {
      name: `KaTeX: ${called}`,
      content: [
        `KaTeX knows ${names.length} symbols that are ${called}. Some of them:`,
        '',
        ...some.map((name) => `- \`\\${name}\` is drawn as $a \\${name} b$.`),
        '',
        `All in one line:\n\n$$\n${some.map((name) => `x_{1} \\${name} y^{2}`).join(' \\quad ')}\n$$`,
      ].join('\n'),
    }
  })
}
