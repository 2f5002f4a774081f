import type { CheckId } from '../../claims.ts'
import type { Verdict } from '../../verdict.ts'
import { isNotOpened } from '../state/state-of.ts'
import type { AnswerState } from '../state/answer-state.ts'

/** A required part that was not checked, and what would let it be. */
export interface MissingPart {
  /** As in "… was not checked": `who signed`. */
  readonly what: string
  readonly suppliedBy: string
  /** It was given, and did not open. */
  readonly wasTried?: true
}

const bySubject = {
  signer: {
    what: 'who signed',
    suppliedBy: 'the gateway that you used, or its signing address',
  },
  prompt: {
    what: 'the question',
    suppliedBy: 'the messages of the request, and the salt of the prompt',
  },
  response: {
    what: 'the answer',
    suppliedBy: 'the answer as it came, and the salt of the response',
  },
  notOpenedPrompt: {
    what: 'whether this is the question that was signed (it did not open)',
    suppliedBy: 'the request as it was sent, letter for letter',
    wasTried: true,
  },
  notOpenedResponse: {
    what: 'whether this is the answer that was signed (it did not open)',
    suppliedBy:
      'the answer as it came over the network: what curl prints, or the raw response of your library',
    wasTried: true,
  },
  enclave: {
    what: 'the enclave',
    suppliedBy: 'its evidence, from the time and the keys of this answer',
  },
  software: {
    what: 'what the enclave runs',
    suppliedBy: 'reference values from somebody who built its software again',
  },
  day: {
    what: 'whether the enclave was the same when it answered',
    suppliedBy: 'evidence from the day of the answer',
  },
  enclaveReceipt: {
    what: 'what the enclave itself signed',
    suppliedBy: 'the whole answer as it came, with the enclave’s receipt in it',
  },
  bytes: {
    what: 'that the enclave signed exactly this answer',
    suppliedBy: 'the whole answer as it came: this file does not hold its bytes',
  },
  session: {
    what: 'the host behind the enclave',
    suppliedBy: 'its own evidence, in the session document that the enclave’s receipt names',
  },
  model: {
    what: 'whether the model that was signed is the one that was asked',
    suppliedBy: 'the model of the request, and what the gateway’s traits stand for',
  },
  rest: { what: 'a part of the proof', suppliedBy: 'the whole answer as it came' },
} as const satisfies Readonly<Record<string, MissingPart>>

type Part = keyof typeof bySubject

/**
 * Each part once. That an enclave is simulated is a state of its own, and nothing that is missing; on the
 * gateway's word is an answer for whose enclave no evidence was judged, on the provider's one for whose host.
 */
export function missingParts(verdict: Verdict, state: AnswerState): readonly MissingPart[] {
  if (state === 'gateways-claim') return [bySubject.enclave]
  if (state === 'providers-claim') return [bySubject.session]
  if (verdict.kind !== 'partial') return []
  const skipped = verdict.checks.flatMap(({ id, status }) => (status === 'skip' ? [id] : []))
  const notOpened = verdict.checks.flatMap((check) => (isNotOpened(check) ? [check.id] : []))
  const partOf = (id: CheckId) => (notOpened.includes(id) ? partNotOpened(id) : usualPartOf(id))
  const missing = verdict.missing.filter((id) => id !== 'receipt.hardware')
  const found = new Set(missing.filter((id) => skipped.includes(id)).map(partOf))
  const notReached = missing.filter((id) => !skipped.includes(id)).map(partOf)
  // Where a part of the enclave's proof was skipped, the others were not reached because of that.
  const isExplained = [...found].some((part) => ofEnclave.includes(part))
  for (const part of notReached) if (!isExplained || !ofEnclave.includes(part)) found.add(part)
  const parts = [...found]
  // What is said of the enclave as a whole covers what was signed by it.
  return parts
    .filter((part) => part !== 'bytes' || !parts.includes('enclave'))
    .map((part) => bySubject[part])
}

const ofEnclave: readonly Part[] = [
  'enclave',
  'software',
  'day',
  'enclaveReceipt',
  'bytes',
  'session',
]

const byId: Readonly<Partial<Record<CheckId, Part>>> = {
  'receipt.signer': 'signer',
  'receipt.model': 'model',
  'commitment.prompt': 'prompt',
  'commitment.response': 'response',
  'custody.root': 'software',
  'evidence.time': 'day',
  'enclave-receipt.present': 'enclaveReceipt',
  'enclave-receipt.response': 'bytes',
}

const enclavePrefixes = /^(?:quote|measurement|aci|custody|channel|evidence|enclave)/

function partNotOpened(id: CheckId): Part {
  return id === 'commitment.prompt' ? 'notOpenedPrompt' : 'notOpenedResponse'
}

function usualPartOf(id: CheckId): Part {
  const named = byId[id]
  if (named !== undefined) return named
  if (id.startsWith('session.')) return 'session'
  if (id.startsWith('policy.')) return 'software'
  return enclavePrefixes.test(id) ? 'enclave' : 'rest'
}
