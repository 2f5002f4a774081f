import { claims } from '#shared/claims.ts'
import { subjectCircumstances } from '#shared/judge/subject-circumstances.ts'
import { subjectNames } from '#shared/words/english/verdict/subject-names.ts'
import { outcomeOf } from '#shared/judge/state/check-outcome.ts'
import { outcomeWords } from '#shared/words/english/verdict/outcomes.ts'
import type { AnswerView } from '#shared/judge/words/describe-answer.ts'
import type { Naming } from '#shared/judge/words/naming.ts'
import { failureMeaning } from '#shared/judge/words/failure-meaning.ts'
import { exitStatusOf, lookOf } from '#shared/judge/state/look-of.ts'
import { showText } from '#shared/text/show-text.ts'
import { isNotOpened } from '#shared/judge/state/state-of.ts'
import type { Check, PassedCheck } from '#shared/verdict.ts'
import { describeFile } from './describe-file.ts'
import type { Judged, JudgedFile } from './judge-file.ts'
import type { VerifyOutput } from './parse-verify-options.ts'
import { verifyCommandWords as words } from '#shared/words/english/programs/verify-command.ts'

/** What `--help` says of it belongs to `exitStatusOf`. */
export function exitCode(judged: Judged, naming: Naming): 0 | 1 | 2 | 3 {
  return isJudged(judged)
    ? describeFile(judged, naming).exitStatus
    : exitStatusOf('no-receipt', null)
}

export function isJudged(judged: Judged): judged is JudgedFile {
  return 'verdict' in judged
}

/** Longer sentences are out of a file that was made to have them. */
const longestSentence = 1_000

/** The verdict with all that belongs to it, and below it each check where they are asked for. */
export function judgementLines(
  judged: Judged,
  naming: Naming,
  output: Exclude<VerifyOutput, 'json'>,
): readonly string[] {
  if (!isJudged(judged)) {
    const { mark, label } = lookOf('no-receipt')
    const sentence = showText(judged.sentence, longestSentence)
    return [`${judged.kind.toUpperCase()}: ${sentence}`, '', `${mark} ${label}`]
  }
  const view = describeFile(judged, naming)
  return [
    ...viewLines(view, subjectNames[judged.subject.kind]),
    ...(output === 'verdict'
      ? []
      : [...view.technical, '', ...judged.checks.map((check) => checkLine(check, judged, naming))]),
  ]
}

export function checkLine(check: Check, { receipt }: JudgedFile, naming: Naming): string {
  const word = isNotOpened(check)
    ? words.notOpened
    : outcomeWords[outcomeOf(check, receipt)].toUpperCase()
  return `${word} ${check.id}: ${found(check, naming)}`
}

function found(check: Check, naming: Naming): string {
  switch (check.status) {
    case 'pass': {
      const detail = check.detail === undefined ? '' : ` (${showText(check.detail, 400)})`
      return `${claims[check.id].user}${detail}`
    }
    case 'fail':
      return `${failureMeaning(check.id, naming)} (${showText(check.reason, 400)})`
    case 'skip':
      return showText(check.reason, 400)
  }
}

/** Whether it passed as it stands, or by which reading. */
function read({ detail }: PassedCheck): { readonly detail?: string } {
  return detail === undefined ? {} : { detail }
}

function viewLines(view: AnswerView, subject: string): readonly string[] {
  const { mark, label, sentence, circumstances, missing, notEstablished } = view
  return [
    `${mark} ${label}: ${subject}`,
    sentence,
    ...circumstances,
    ...(missing.length === 0 ? [] : [words.missing]),
    ...missing.map(({ what, suppliedBy }) => `- ${what}: ${suppliedBy}`),
    words.notProven,
    ...notEstablished.map((line) => `- ${line}`),
  ]
}

/** The same for programs. */
export function judgementJson(judged: Judged, naming: Naming): string {
  const exit = exitCode(judged, naming)
  if (!isJudged(judged)) {
    const { kind, sentence: reason } = judged
    return JSON.stringify({ kind, state: 'no-receipt', exit, verdict: null, reason, checks: [] })
  }
  const { subject, verdict, checks } = judged
  const { state, label, sentence, notEstablished } = describeFile(judged, naming)
  return JSON.stringify({
    kind: subject.kind,
    state,
    label,
    sentence,
    exit,
    verdict: verdict.kind,
    ...(verdict.kind === 'partial' ? { missing: verdict.missing } : {}),
    checks: checks.map((check) => ({
      id: check.id,
      status: check.status,
      ...(check.status === 'pass' ? read(check) : { reason: check.reason }),
      ...(isNotOpened(check) ? { finding: 'not opened' } : {}),
    })),
    not_signed: subjectCircumstances(subject, verdict).unsigned,
    not_established: notEstablished,
  })
}
