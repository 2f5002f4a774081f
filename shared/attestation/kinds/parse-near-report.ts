import * as Type from 'typebox'
import { utf8ToBytes } from '../../bytes/bytes.ts'
import { checkShape } from '../../check-shape.ts'
import { parseJsonObject } from '../../json/parse-json-object.ts'
import { OpenObject } from '../../open-object.ts'
import * as providerReasons from '../../words/english/evidence/provider-reasons.ts'
import type { GpuEvidence } from '../nvidia/verify-gpus.ts'
import { DstackInfoSchema } from './read-dstack.ts'

const Hex = Type.String({ pattern: '^(?:[0-9a-f]{2})+$', maxLength: 65_536 })
const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** NEAR's report of one enclave, which Venice and NanoGPT pass on; members that nobody checks are left out. */
const NearReportSchema = Type.Object({
  signing_address: Type.String({ pattern: '^(?:0x)?[0-9A-Fa-f]{40,64}$' }),
  signing_algo: Type.Union([Type.Literal('ed25519'), Type.Literal('ecdsa')]),
  signing_public_key: Type.Optional(Hex),
  intel_quote: Hex,
  nvidia_payload: Type.Optional(Type.String()),
  event_log: Type.Unknown(),
  info: DstackInfoSchema,
  tls_cert_fingerprint: Type.Optional(Hex32),
  compose_manager_attestation: Type.Optional(
    Type.Object({
      actions: Type.Array(OpenObject),
      actions_hash: Hex32,
      quote: Hex,
      event_log: Type.Unknown(),
    }),
  ),
  ohttp_attestation: Type.Optional(
    Type.Object({ signing_key: Hex, key_config: Hex, signature: Hex }),
  ),
})

export type NearReport = Type.Static<typeof NearReportSchema>

/** @throws {FormatError} EVIDENCE_MALFORMED */
export function parseNearReport(input: unknown): NearReport {
  return checkShape(input, NearReportSchema, providerReasons.report)
}

const PayloadSchema = Type.Object({
  evidence_list: Type.Array(Type.Object({ certificate: Type.String(), evidence: Type.String() })),
})

/** The GPUs of a report; none where it shows none. @throws {FormatError} EVIDENCE_MALFORMED, JSON_* */
export function readGpuPayload({ nvidia_payload: text }: NearReport): readonly GpuEvidence[] {
  if (text === undefined) return []
  const { value } = parseJsonObject(utf8ToBytes(text))
  return checkShape(value, PayloadSchema, 'nvidia_payload').evidence_list
}
