import type { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import type { Json } from '#shared/canonical-json.ts'
import type { Evidence } from '#shared/document/evidence.ts'
import { parseEvidence } from '#shared/document/parse-evidence.ts'
import { recognise } from '#shared/document/recognise.ts'
import type { Subject } from '#shared/document/subject.ts'
import { chainSubjectOf } from '#shared/judge/chain-subject.ts'
import { judgeChain } from '#shared/judge/judge-chain.ts'
import { judgeSubject } from '#shared/judge/judge-subject.ts'
import { stateOf } from '#shared/judge/state/state-of.ts'
import type { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'

/** What a reader holds beside a file; null where it is not held. */
interface Held {
  readonly evidence: Evidence | null
  readonly messages: Json | null
  readonly signers: ReturnType<typeof parseSignerHistory> | null
  readonly reference: ReturnType<typeof parseReferenceValues> | null
}

export function subjectOf(document: string | object): Subject {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  const recognition = recognise(utf8ToBytes(text))
  if (recognition.kind !== 'recognised') throw new Error(JSON.stringify(recognition))
  return recognition.subject
}

/** What is said of a file, now. */
export function judgeHeld(document: string | object, held: Held) {
  const subject = subjectOf(document)
  const input = chainSubjectOf(subject)
  const { evidence, reference, messages, signers } = held
  const chain =
    evidence === null || input === null
      ? null
      : judgeChain(
          { ...input, evidence: parseEvidence(utf8ToBytes(JSON.stringify(evidence))) },
          { reference },
        )
  const asked = messages !== null && subject.kind === 'answer'
  const judged = judgeSubject(
    subject,
    {
      ...(asked && { prompt: { values: [messages] } }),
      mayBeSaved: true,
      ...(chain && { chain }),
    },
    { signers, policy: { simulatedEnclave: 'reject' }, nowSeconds: Date.now() / 1000 },
  )
  const skipped = (chain?.checks ?? []).flatMap(({ id, status }) => (status === 'skip' ? [id] : []))
  return { judged, state: stateOf(judged), skipped }
}
