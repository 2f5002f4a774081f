import { sha256Digest } from '../../../digest.ts'
import { canonicalJson } from '../../../canonical-json.ts'
import { bytesToHex } from '../../../bytes/bytes.ts'
import { parseEvidenceBase64 } from '../../../bytes/parse-evidence-base64.ts'
import { about, notProven } from '../../../evidence-check.ts'
import * as chutesReasons from '../../../words/english/evidence/chutes-reasons.ts'
import { chutesRegisters, judgeChutesInstance, requiredChutesChecks } from './chutes-instances.ts'
import type { EvidenceKind, MeasuredEnclave } from '../evidence-kind.ts'
import { parseChutes, type ShownInstance } from './parse-chutes.ts'

/** Chutes: instances with their keys, and the evidence of each, out of two answers. */
export const chutesKind: EvidenceKind = {
  name: 'chutes',
  judge(evidence, policy) {
    const shown = parseChutes(evidence)
    const checks = shown.flatMap(({ publicKey, ...instance }) =>
      publicKey === null
        ? about(chutesReasons.instance(instance.id), [
            notProven('instance.key', chutesReasons.keyNotListed),
          ])
        : judgeChutesInstance({ publicKey, ...instance }, [evidence, policy]),
    )
    const running = shown.map((instance) => ({
      subject: chutesReasons.instance(instance.id),
      registers: chutesRegisters(instance),
    }))
    const [only, ...more] = shown
    const enclave = only === undefined || more.length > 0 ? null : enclaveOf(only)
    return { checks, required: requiredChutesChecks, running, ...(enclave !== null && { enclave }) }
  },
}

/** Null for one whose key was not listed. */
function enclaveOf(instance: ShownInstance): MeasuredEnclave | null {
  const { publicKey } = instance
  if (publicKey === null) return null
  return {
    measurement: sha256Digest(canonicalJson({ platform: 'tdx', ...chutesRegisters(instance) })),
    tlsKey: null,
    signingKey: null,
    encryptionKey: bytesToHex(parseEvidenceBase64(publicKey, chutesReasons.keyOfInstance)),
    processor: 'tdx',
  }
}
