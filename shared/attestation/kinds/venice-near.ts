import { secp256k1 } from '@noble/curves/secp256k1.js'
import * as Type from 'typebox'
import { parseHex } from '../../bytes/bytes.ts'
import { checkShape } from '../../check-shape.ts'
import { decided, refused, type EvidenceCheck } from '../../evidence-check.ts'
import { parseJsonObject } from '../../json/parse-json-object.ts'
import * as providerReasons from '../../words/english/evidence/provider-reasons.ts'
import type { EvidenceKind, MeasuredEnclave } from './evidence-kind.ts'
import {
  judgeNearModel,
  nearEnclave,
  nearRegisters,
  requiredNearModelChecks,
} from './near-enclave.ts'
import { parseNearReport, type NearReport } from './parse-near-report.ts'

const VeniceSchema = Type.Object({ nonce_source: Type.String() })

/** Venice's models with encryption: a report of NEAR AI, passed on, and words of Venice's own that prove nothing. */
export const veniceNear: EvidenceKind = {
  name: 'venice',
  judge(evidence, policy) {
    const { value } = parseJsonObject(evidence.document)
    const { nonce_source: source } = checkShape(value, VeniceSchema, providerReasons.report)
    const report = parseNearReport(value)
    const enclave = veniceEnclave(report)
    return {
      checks: [
        ...judgeNearModel(report, [evidence, policy]),
        ...refuseOtherKey(report),
        decided('nonce.source', source === 'client' ? null : providerReasons.nonceSource(source)),
      ],
      required: [...requiredNearModelChecks, 'nonce.source'],
      enclave,
      running: [{ subject: '', registers: nearRegisters(report) }],
    }
  },
}

/** The key of another curve would be attested just as well, and nothing could be encrypted to it. */
function refuseOtherKey({ signing_algo: algo }: NearReport): readonly EvidenceCheck[] {
  return algo === 'ecdsa' ? [] : [refused('keys.address', providerReasons.keyAlgorithm(algo))]
}

/** Its keys are those on secp256k1: the one that is encrypted to, and its address. No connection ends in it. */
function veniceEnclave(report: NearReport): MeasuredEnclave {
  const { signing_public_key: key = '', signing_address: address } = report
  return {
    ...nearEnclave(report),
    tlsKey: null,
    signingKey: address.toLowerCase(),
    encryptionKey: isPoint(key) ? key : null,
  }
}

function isPoint(key: string): boolean {
  return key.length === 130 && secp256k1.utils.isValidPublicKey(parseHex(key), false)
}
