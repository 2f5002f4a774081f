import type { CheckId } from '../../claims.ts'
import type { Verdict } from '../../verdict.ts'
import { missingWords } from '../../words/english/verdict/missing.ts'
import { isNotOpened, isUnsignedEnclave } from '../state/state-of.ts'
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
  ...missingWords,
  notOpenedPrompt: { ...missingWords.notOpenedPrompt, wasTried: true },
  notOpenedResponse: { ...missingWords.notOpenedResponse, wasTried: true },
} as const satisfies Readonly<Record<string, MissingPart>>

type Part = keyof typeof bySubject

/**
 * Each part once. That an enclave is simulated is a state of its own, and nothing that is missing. Nothing that
 * somebody could bring makes an enclave sign that signs no answers.
 */
export function missingParts(verdict: Verdict, state: AnswerState): readonly MissingPart[] {
  if (state === 'gateways-claim') return isUnsignedEnclave(verdict) ? [] : [bySubject.enclave]
  if (state === 'providers-claim') return isOfProvider(verdict) ? [] : [bySubject.session]
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

/** Evidence in a provider's own form: nothing that somebody could bring shows which programs run. */
function isOfProvider({ checks }: Verdict): boolean {
  return checks.some(({ id }) => id === 'document.format')
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

const enclavePrefixes =
  /^(?:quote|measurement|aci|custody|channel|evidence|enclave|document|nvidia|nonce|keys|code|snp|gpu|sigstore)/

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
