import * as Type from 'typebox'
import { parseUtf8 } from '../../bytes/bytes.ts'
import { checkShape } from '../../check-shape.ts'
import { FormatError } from '../../errors.ts'
import { about, notProven } from '../../evidence-check.ts'
import { parseJsonObject } from '../../json/parse-json-object.ts'
import { chutesRegisters, judgeChutesInstance, requiredChutesChecks } from './chutes-instances.ts'
import type { EvidenceKind } from './evidence-kind.ts'

const GpuList = Type.Array(Type.Object({ certificate: Type.String(), evidence: Type.String() }))

const EvidenceSchema = Type.Object({
  evidence: Type.Array(
    Type.Object({
      instance_id: Type.String({ maxLength: 64 }),
      quote: Type.String(),
      gpu_evidence: GpuList,
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

/** Chutes: instances with their keys, and the evidence of each, out of two answers. */
export const chutes: EvidenceKind = {
  name: 'chutes',
  judge(evidence, policy) {
    const { document, instances } = evidence
    if (instances === null) throw malformed('the list of instances is missing')
    const shown = checkShape(parseJsonObject(document, parseUtf8).value, {
      schema: EvidenceSchema,
      code: 'EVIDENCE_MALFORMED',
      name: 'the evidence',
    }).evidence
    const listed = checkShape(parseJsonObject(instances, parseUtf8).value, {
      schema: InstancesSchema,
      code: 'EVIDENCE_MALFORMED',
      name: 'the list of instances',
    }).instances
    const checks = shown.flatMap(({ instance_id: id, quote, gpu_evidence: gpus, certificate }) => {
      const publicKey = listed.find((each) => each.instance_id === id)?.e2e_pubkey
      return publicKey === undefined
        ? about(`instance ${id}`, [notProven('instance.key', 'no key of it was listed')])
        : judgeChutesInstance({ id, publicKey, quote, gpus, certificate }, [evidence, policy])
    })
    const running = shown.map((instance) => ({
      subject: `instance ${instance.instance_id}`,
      registers: chutesRegisters(instance),
    }))
    return { checks, required: requiredChutesChecks, running }
  },
}

function malformed(message: string): FormatError {
  return new FormatError('EVIDENCE_MALFORMED', message)
}
