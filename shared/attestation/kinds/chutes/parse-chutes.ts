import * as Type from 'typebox'
import { checkShape } from '../../../check-shape.ts'
import { FormatError } from '../../../errors.ts'
import { parseJsonObject } from '../../../json/parse-json-object.ts'
import * as chutesReasons from '../../../words/english/evidence/chutes-reasons.ts'
import type { ChutesInstance } from './chutes-instances.ts'
import type { ShownEvidence } from '../evidence-kind.ts'

const EvidenceSchema = Type.Object({
  evidence: Type.Array(
    Type.Object({
      instance_id: Type.String({ maxLength: 64 }),
      quote: Type.String(),
      gpu_evidence: Type.Array(
        Type.Object({ certificate: Type.String(), evidence: Type.String() }),
      ),
      certificate: Type.String(),
    }),
    { minItems: 1, maxItems: 64 },
  ),
})

const InstancesSchema = Type.Object({
  instances: Type.Array(
    Type.Object({ instance_id: Type.String({ maxLength: 64 }), e2e_pubkey: Type.String() }),
    { maxItems: 64 },
  ),
})

type EvidenceRow = Type.Static<typeof EvidenceSchema>['evidence'][number]

export interface ShownInstance extends Omit<ChutesInstance, 'publicKey'> {
  /** Null where its key was not listed. */
  readonly publicKey: string | null
  /** As it was served, with all its members. */
  readonly row: EvidenceRow
}

/** What instances show of themselves, each with its key out of the list. @throws {FormatError} EVIDENCE_MALFORMED, JSON_* */
export function parseChutes({
  document,
  instances,
}: Pick<ShownEvidence, 'document' | 'instances'>): readonly ShownInstance[] {
  if (instances === null) {
    throw new FormatError('EVIDENCE_MALFORMED', chutesReasons.noList)
  }
  const { evidence: shown } = checkShape(
    parseJsonObject(document).value,
    EvidenceSchema,
    chutesReasons.evidence,
  )
  const { instances: listed } = checkShape(
    parseJsonObject(instances).value,
    InstancesSchema,
    chutesReasons.list,
  )
  return shown.map((row) => {
    const { instance_id: id, quote, gpu_evidence: gpus, certificate } = row
    const own = listed.find((each) => each.instance_id === id)
    return { id, quote, gpus, certificate, publicKey: own?.e2e_pubkey ?? null, row }
  })
}
