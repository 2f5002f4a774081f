import type { CheckId } from '../claims.ts'
import type { Verdict } from '../verdict.ts'

/** A required part that was not checked, and what would let it be. */
export interface MissingPart {
  /** As in "… was not checked": `who signed`. */
  readonly what: string
  readonly suppliedBy: string
}

const bySubject = {
  signer: {
    what: 'who signed',
    suppliedBy: 'the address of the gateway that you used, or its signing address',
  },
  prompt: {
    what: 'what was asked',
    suppliedBy: 'the messages of the request, and the salt of the prompt',
  },
  response: {
    what: 'what was answered',
    suppliedBy: 'the answer as it came, and the salt of the response',
  },
  enclave: {
    what: 'the enclave',
    suppliedBy: 'its evidence, from the time and the keys of this answer',
  },
  session: {
    what: 'the host behind the enclave',
    suppliedBy: 'the session document that the enclave’s receipt names',
  },
  rest: { what: 'a part of the proof', suppliedBy: 'the whole answer as it came' },
} as const satisfies Readonly<Record<string, MissingPart>>

/** Each part once. That an enclave is simulated is a state of its own, and nothing that is missing. */
export function missingParts(verdict: Verdict): readonly MissingPart[] {
  if (verdict.kind !== 'partial') return []
  const parts = verdict.missing.filter((id) => id !== 'receipt.hardware').map(partOf)
  return [...new Set(parts)]
}

function partOf(id: CheckId): MissingPart {
  switch (id) {
    case 'receipt.signer':
      return bySubject.signer
    case 'commitment.prompt':
      return bySubject.prompt
    case 'commitment.response':
      return bySubject.response
    default:
      return bySubject[subjectOf(id)]
  }
}

const enclavePrefixes = /^(?:quote|measurement|policy|aci|custody|channel|evidence|enclave)/

function subjectOf(id: CheckId): keyof typeof bySubject {
  if (id.startsWith('session.')) return 'session'
  return enclavePrefixes.test(id) ? 'enclave' : 'rest'
}
