import { subjectWords } from '#shared/document/subject-words.ts'
import { lookOf } from '#shared/judge/state/look-of.ts'
import { showText } from '#shared/text/show-text.ts'
import { showTime } from '#shared/text/show-time.ts'
import type { Naming } from '#shared/judge/words/naming.ts'
import { describeFile } from './describe-file.ts'
import type { Judged, JudgedFile } from './judge-file.ts'
import { checkLine, exitCode, isJudged, judgementJson } from './print-judgement.ts'
import { verifyCommandWords } from '#shared/words/english/programs/verify-command.ts'

/** 0 where it is that of each, so that none of them hides another; 1 where one failed. */
export function exitOfSeveral(answers: readonly Judged[], naming: Naming): 0 | 1 | 2 | 3 {
  const codes = new Set(answers.map((each) => exitCode(each, naming)))
  const [only] = codes
  if (codes.size === 1 && only !== undefined) return only
  return codes.has(1) ? 1 : 2
}

/** Each with its number, its state and what did not hold, and below them which numbers ended how. */
export function severalLines(answers: readonly Judged[], naming: Naming): readonly string[] {
  return [
    verifyCommandWords.several(answers.length),
    ...answers.flatMap((each, index) => ['', ...answerLines(each, index + 1, naming)]),
    '',
    ...tally(answers, naming),
  ]
}

function answerLines(judged: Judged, number: number, naming: Naming): readonly string[] {
  if (!isJudged(judged)) {
    const sentence = showText(judged.sentence, longestSentence)
    return [`${number}. ${headOf(judged, naming)}`, `   ${judged.kind.toUpperCase()}: ${sentence}`]
  }
  const { sentence, circumstances, missing } = describeFile(judged, naming)
  const amiss = judged.checks.filter(
    ({ id, status }) => status === 'fail' || (status === 'skip' && isMissing(id, judged)),
  )
  return [
    `${number}. ${headOf(judged, naming)}`,
    ...[
      whatItIs(judged),
      sentence,
      ...amiss.map((check) => checkLine(check, judged, naming)),
      ...circumstances,
      ...missing.map(({ what, suppliedBy }) => `- ${what}: ${suppliedBy}`),
    ].map((line) => `   ${line}`),
  ]
}

const longestSentence = 1_000

function isMissing(id: string, { verdict }: JudgedFile): boolean {
  return verdict.kind === 'partial' && verdict.missing.some((each) => each === id)
}

/** How its reader knows it again. */
function whatItIs({ subject, receipt }: JudgedFile): string {
  const { issuedAt, model } = receipt.body
  const { words, by } = subjectWords(subject)
  const head = `${showTime(issuedAt)}, ${showText(model)}`
  if (words === '') return head
  return `${head}${by === 'the file' ? verifyCommandWords.fileSays : ''}: “${showText(words, 80)}”`
}

function headOf(judged: Judged, naming: Naming): string {
  const { mark, label } = isJudged(judged) ? describeFile(judged, naming) : lookOf('no-receipt')
  return `${mark} ${label}`
}

function tally(answers: readonly Judged[], naming: Naming): readonly string[] {
  const numbers = new Map<string, number[]>()
  for (const [index, each] of answers.entries()) {
    const head = headOf(each, naming)
    numbers.set(head, [...(numbers.get(head) ?? []), index + 1])
  }
  return [...numbers].map(([head, found]) => `${head}: ${found.join(', ')}`)
}

/** The same for programs: what is written of one, for each. */
export function severalJson(answers: readonly Judged[], naming: Naming): string {
  return JSON.stringify({
    kind: 'several',
    exit: exitOfSeveral(answers, naming),
    answers: answers.map((each) => JSON.parse(judgementJson(each, naming)) as unknown),
  })
}
