import * as Type from 'typebox'
import { hardwarePolicy } from '#shared/aci/appraise-report.ts'
import {
  enclaveConfigMembers,
  enclaveOptions,
  referenceValuesOf,
} from './enclave/enclave-config.ts'
import { createEnclaveUpstream } from './enclave/enclave-upstream.ts'
import type { UpstreamAdapter } from '../common/upstream-adapter.ts'

const AciSchema = Type.Object(
  { kind: Type.Literal('aci'), ...enclaveConfigMembers },
  { additionalProperties: false },
)

/** An enclave of real hardware. Its root is Intel's, and nothing here can name another. */
export const aci: UpstreamAdapter<typeof AciSchema> = {
  kind: 'aci',
  schema: AciSchema,
  create: (config, deps) =>
    createEnclaveUpstream({
      ...enclaveOptions(config, deps),
      policy: hardwarePolicy(referenceValuesOf(config)),
      simulationRoot: null,
    }),
}
