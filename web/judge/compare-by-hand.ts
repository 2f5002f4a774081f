import type { CheckId } from '#shared/claims.ts'
import { receiptOf, type Subject } from '#shared/document/subject.ts'
import { isEnclaveMode, privacyLabel } from '#shared/modes.ts'
import type { ByHand } from './by-hand.ts'
import { byHandWords as words } from '#shared/words/english/pages/by-hand.ts'

/** For checks that compare members of an answer with one another; null for other checks and other files. */
export function compareByHand(id: CheckId, subject: Subject): ByHand | null {
  if (subject.kind !== 'answer') return null
  const { mode, enclave } = receiptOf(subject).body
  switch (id) {
    case 'svc.mode':
      return printed('svc.privacy_mode === svc.receipt.body.mode', words.printsTrue)
    case 'svc.digest':
      return printed('svc.receipt_digest === svc.receipt.digest', words.printsTrue)
    case 'svc.label': {
      const label = privacyLabel(mode, enclave?.verifiedBy)
      return printed('svc.privacy_label', words.printsLabel(label))
    }
    case 'receipt.time':
      return printed(
        'Date.parse(svc.receipt.body.issuedAt) <= Date.now() + 300000',
        words.printsTrue,
      )
    case 'receipt.enclave':
      return printed('"enclave" in svc.receipt.body', words.printsFor(isEnclaveMode(mode), mode))
    case 'receipt.hardware':
      return printed('svc.receipt.body.enclave?.verifiedBy', words.printsHardware)
    default:
      return null
  }
}

function printed(expression: string, expect: string): ByHand {
  return {
    commands: [
      `node -p 'const { svc } = JSON.parse(require("fs").readFileSync("answer.json", "utf8")); ${expression}'`,
    ],
    expect: words.saved(expect),
  }
}
