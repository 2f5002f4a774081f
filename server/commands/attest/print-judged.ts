import { recordingWords } from '#shared/words/english/programs/recording-words.ts'
import type { JudgedRecording } from './judge-recording.ts'

const marks = { pass: '✓', fail: '✗', 'not-proven': '○' } as const

/** A line for each check: what it is about, who made it, and why it did not pass. */
export function judgedLines(judged: JudgedRecording): readonly string[] {
  const { kind, evidenceKind, checks, missing } = judged
  return [
    `${evidenceKind}: ${kind}${missing.length === 0 ? '' : recordingWords.missing(missing.join(', '))}`,
    ...checks.map((check) => {
      const about = check.subject === '' ? '' : ` (${check.subject})`
      const words = check.status === 'pass' ? check.detail : check.reason
      const end = words === '' ? '' : `: ${words}`
      return `${marks[check.status]} ${check.by.padEnd(8)} ${check.id}${about}${end}`
    }),
  ]
}

/** 0 when all that the kind requires passes, 1 when something failed, 2 when something is missing. */
export function judgedExit({ kind }: JudgedRecording): 0 | 1 | 2 {
  return kind === 'verified' ? 0 : kind === 'rejected' ? 1 : 2
}
