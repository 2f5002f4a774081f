import { claims } from '#shared/claims.ts'
import { subjectNames, type Refusal } from '#shared/document/subject.ts'
import type { Check, Verdict } from '#shared/verdict.ts'
import { bytesBehind } from './explain-subject.ts'
import type { JudgedFile } from './judge-file.ts'

/** 0 verified, 1 rejected, 2 not everything was established, 3 nothing was judged. */
export function exitCode(judged: JudgedFile | Refusal): 0 | 1 | 2 | 3 {
  if (!('verdict' in judged)) return 3
  switch (judged.verdict.kind) {
    case 'verified':
      return 0
    case 'rejected':
      return 1
    case 'partial':
      return 2
  }
}

export function judgementLines(
  judged: JudgedFile | Refusal,
  output: 'lines' | 'lines-with-bytes',
): readonly string[] {
  if (!('verdict' in judged)) return [`${judged.kind.toUpperCase()}: ${judged.sentence}`]
  const { subject, opened, verdict, checks } = judged
  return [
    ...checks.flatMap((check) => {
      const lines = [checkLine(check)]
      if (output === 'lines') return lines
      const bytes = bytesBehind(check.id, subject, opened)
      const { auditor, source } = claims[check.id]
      return [...lines, `     ${auditor} (${source})`, ...(bytes === null ? [] : [`     ${bytes}`])]
    }),
    `${verdictWord(verdict)}: ${subjectNames[subject.kind]}`,
  ]
}

function checkLine(check: Check): string {
  const { user } = claims[check.id]
  switch (check.status) {
    case 'pass':
      return `PASS ${check.id}: ${user}${check.detail === undefined ? '' : ` (${check.detail})`}`
    case 'fail':
      return `FAIL ${check.id}: ${check.reason}`
    case 'skip':
      return `SKIP ${check.id}: ${check.reason}`
  }
}

function verdictWord(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'verified':
      return 'VERIFIED'
    case 'rejected':
      return 'REJECTED'
    case 'partial':
      return `NOT ESTABLISHED (${verdict.missing.join(', ')})`
  }
}

/** The same for programs. */
export function judgementJson(judged: JudgedFile | Refusal): string {
  if (!('verdict' in judged)) {
    return JSON.stringify({ kind: judged.kind, verdict: null, reason: judged.sentence, checks: [] })
  }
  const { subject, verdict, checks } = judged
  return JSON.stringify({
    kind: subject.kind,
    verdict: verdict.kind,
    ...(verdict.kind === 'partial' ? { missing: verdict.missing } : {}),
    checks: checks.map((check) => ({
      id: check.id,
      status: check.status,
      ...(check.status === 'pass' ? {} : { reason: check.reason }),
    })),
  })
}
