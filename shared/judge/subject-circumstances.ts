import type { Json } from '../canonical-json.ts'
import { settingsIn } from '../dialects/settings-in.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { Circumstances } from './state/circumstances.ts'
import { hasPassed } from './state/state-of.ts'
import { unsignedMembers } from '../svc/unsigned-members.ts'
import type { Svc } from '../svc/parse-svc.ts'
import type { Verdict } from '../verdict.ts'
import type { Subject } from '../document/subject.ts'
import { notProvenWords } from '../words/english/verdict/not-proven.ts'

/** What stands beside the state of a file. How the answer came a file does not say. */
export function subjectCircumstances(subject: Subject, verdict: Verdict): Circumstances {
  return {
    path: { kind: 'file' },
    sentToServer: false,
    textShown: 'not shown',
    settings: settingsOf(subject),
    sentInClear: [],
    cameInClear: [],
    unsigned: unsignedOf(subject, verdict),
  }
}

/** Where the whole request stands in the file. */
function settingsOf(subject: Subject): readonly string[] | null {
  const { asked = null } = subject.kind === 'answer' || subject.kind === 'transcript' ? subject : {}
  const request = asked?.messages ?? null
  const isWhole = isJsonObject(request) && 'model' in request
  return isWhole ? settingsIn(Object.keys(request)) : null
}

function unsignedOf(subject: Subject, verdict: Verdict): readonly string[] {
  switch (subject.kind) {
    case 'answer':
    case 'transcript':
      // An enclave signs all the bytes of its answer; `svc` was added to them.
      return hasPassed(verdict, 'enclave-receipt.response')
        ? unsignedOfSvc(subject.svc)
        : [...subject.unsigned, ...leftOut(verdict)]
    case 'svc':
      return unsignedOfSvc(subject.svc)
    case 'receipt':
    case 'disclosure':
    case 'filed':
      return []
  }
}

/** What stands in the message of the file and was no part of the one that was signed. */
function leftOut({ checks }: Verdict): readonly string[] {
  const opened = checks.find(({ id }) => id === 'commitment.response')
  const names = (opened?.status === 'pass' ? opened.leftOut : null) ?? []
  return names.map((name) => `choices[0].message.${name}`)
}

function unsignedOfSvc(svc: Svc): readonly string[] {
  return unsignedMembers({ svc: svc as unknown as Json })
}

/** What a file of this kind does not establish, whatever is found about it. */
export function subjectLeavesOpen(subject: Subject): readonly string[] {
  if (subject.kind === 'filed') return [notProvenWords.wayOfFile]
  return subject.kind === 'transcript' && subject.end === 'missing'
    ? [notProvenWords.streamEnd]
    : []
}
