import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HonestAnswer } from './honest-answer.ts'

/** Answers in the manner of chat models: of each kind of Markdown that they write, one or more. */
export function writtenAnswers(): readonly HonestAnswer[] {
  const text = readFileSync(join(import.meta.dirname, 'written-answers.txt'), 'utf8')
  return text.split(/^(?=={4} .+ ={4}$)/m).map((part) => {
    const end = part.indexOf('\n')
    const name = part.slice(0, end).replaceAll('====', '').trim()
    return { name: `written: ${name}`, content: part.slice(end + 1).trimEnd() }
  })
}
