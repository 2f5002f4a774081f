import type { CheckId } from '#shared/claims.ts'
import type { Mode } from '#shared/modes.ts'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import type { FailedCheck, Verdict } from '#shared/verdict.ts'
import type { ClaimOf } from './claim-of.ts'
import { showText } from '#shared/text/show-text.ts'
import { isSimulated, simulatedWords } from './simulated.ts'
import { showTime } from '#shared/text/show-time.ts'
import { signerName, type SignerSource } from './signer-source.ts'

export interface VerdictWords {
  readonly word: 'Verified' | 'Partly verified' | 'Not proven' | 'Invalid'
  readonly sentence: string
}

const failures: Readonly<Partial<Record<CheckId, string>>> = {
  'receipt.digest': 'The receipt was altered after it was signed.',
  'receipt.signature': 'The signature is not by the address that the receipt names.',
  'receipt.enclave': 'The receipt contradicts itself about an enclave.',
  'receipt.hardware': 'The enclave is a simulation: nothing is proven about hardware.',
  'svc.mode': 'The answer shows another privacy mode than the one that was signed.',
  'svc.label': 'The answer shows other words than those that belong to the signed mode.',
  'svc.digest': 'The answer names another receipt than the one it carries.',
  'commitment.prompt': 'The receipt is for other messages than these.',
  'commitment.response': 'The receipt is for another answer than this one.',
}

const missing: Readonly<Partial<Record<CheckId, string>>> = {
  'receipt.signer': 'who signed',
  'commitment.prompt': 'what was asked',
  'commitment.response': 'what was answered',
}

const modeNames: Readonly<Record<Mode, string>> = {
  anonymized: 'anonymized',
  private: 'private',
  tee: 'enclave (tee)',
  e2ee: 'end-to-end encrypted',
}

/** The verdict in one sentence. Nothing but the verdict decides which. */
export function describeVerdict(
  verdict: Verdict,
  receipt: Receipt,
  source: SignerSource,
  claimOf: ClaimOf,
): VerdictWords {
  switch (verdict.kind) {
    case 'rejected':
      return {
        word: 'Invalid',
        sentence: `Do not rely on it. ${describeFailure(verdict.failed, source, claimOf)}`,
      }
    case 'verified':
      return {
        word: 'Verified',
        sentence: `${signerName(source)} signed that ${describeDelivery(receipt)}${openedWords(verdict, receipt)}`,
      }
    case 'partial': {
      const parts = verdict.missing.map((id) => missing[id] ?? claimOf(id).auditor)
      const sentence = `Nothing failed, but ${list(parts)} ${parts.length === 1 ? 'was' : 'were'} not checked.`
      // Without a signer anybody may have made the file: that is less than a part of a proof.
      return verdict.missing.includes('receipt.signer')
        ? { word: 'Not proven', sentence: `${sentence} Anybody can make such a file.` }
        : {
            word: 'Partly verified',
            sentence: `${signerName(source)} signed that ${describeDelivery(receipt)} ${sentence}`,
          }
    }
  }
}

function describeFailure(check: FailedCheck, source: SignerSource, claimOf: ClaimOf): string {
  if (check.id === 'receipt.signer') {
    return `${signerName(source)} did not sign this receipt, or not at its time. If it is from another gateway, name that one.`
  }
  return failures[check.id] ?? `This does not hold: “${claimOf(check.id).user}”`
}

/** Whole sentences from `signed that` on. */
function describeDelivery(receipt: Receipt): string {
  const { body } = receipt
  const at = showTime(body.issuedAt)
  return `an answer of ${showText(body.model)} was delivered in ${modeNames[body.mode]} mode on ${at}.${isSimulated(receipt) ? ` ${simulatedWords}.` : ''}`
}

function openedWords({ checks }: Verdict, receipt: Receipt): string {
  const passed = new Set(checks.filter(({ status }) => status === 'pass').map(({ id }) => id))
  const enclave = passed.has('enclave.signed')
    ? isSimulated(receipt)
      ? ' What it shows was followed here, from its quote to this answer.'
      : ' The enclave was verified here, from its quote to this answer.'
    : ''
  const parts = [
    passed.has('commitment.prompt') ? 'the messages' : null,
    passed.has('commitment.response') ? 'the answer' : null,
  ].filter((part) => part !== null)
  return parts.length === 0
    ? enclave
    : ` The receipt is for exactly ${list(parts)} shown here.${enclave}`
}

function list(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? 'something'
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
