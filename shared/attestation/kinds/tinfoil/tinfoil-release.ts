import { base64 } from '@scure/base'
import * as Type from 'typebox'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '../../../bytes/bytes.ts'
import { checkShape } from '../../../check-shape.ts'
import { about, notProven, type EvidenceCheck } from '../../../evidence-check.ts'
import { FormatError } from '../../../errors.ts'
import * as tinfoilReasons from '../../../words/english/evidence/tinfoil-reasons.ts'
import { parseBundle } from '../../sigstore/parse-bundle.ts'
import { parseStatement, requiredBundleChecks, verifyBundle } from '../../sigstore/verify-bundle.ts'
import type { ShownEvidence, EvidencePolicy, ReleaseEvidence } from '../evidence-kind.ts'

interface JudgedRelease {
  readonly checks: readonly EvidenceCheck[]
  /** The predicate; null unless every check of its bundle passed. */
  readonly predicate: unknown
}

interface Wanted {
  readonly subject: 'code' | 'platform'
  /** `owner/name`, out of the reader's own configuration. */
  readonly repository: string
  readonly predicateType: string
}

/**
 * A signed statement of one of Tinfoil's repositories. Several bundles may be shown for one release: the first that holds
 * counts, and where none does, what failed of the last.
 */
export function judgeRelease(
  release: ReleaseEvidence | null,
  { subject, repository, predicateType }: Wanted,
  [{ nowSeconds }, { sigstore }]: readonly [ShownEvidence, EvidencePolicy],
): JudgedRelease {
  let checks: readonly EvidenceCheck[] = []
  for (const text of release?.bundles ?? []) {
    const bundle = parseBundle(text)
    checks = about(
      subject,
      verifyBundle(
        { bundle, root: sigstore, subject: release?.digest ?? null, nowSeconds },
        { repository, refPrefix: 'refs/tags/', predicateTypes: [predicateType] },
      ),
    )
    if (checks.every(({ status }) => status === 'pass')) {
      return { checks, predicate: parseStatement(bundle).predicate }
    }
  }
  if (checks.length > 0) return { checks, predicate: null }
  const missing = requiredBundleChecks.map((id) => notProven(id, tinfoilReasons.noneShown))
  return { checks: about(subject, missing), predicate: null }
}

const Register = Type.String({ pattern: '^[0-9a-f]{96}$' })

const CodeSchema = Type.Object({
  snp_measurement: Register,
  tdx_measurement: Type.Object({ rtmr1: Register, rtmr2: Register }),
  cmdline: Type.String(),
  config: Type.String(),
})

export type TinfoilCode = Type.Static<typeof CodeSchema>

/** @throws {FormatError} EVIDENCE_MALFORMED */
export function parseTinfoilCode(predicate: unknown): TinfoilCode {
  return checkShape(predicate, CodeSchema, tinfoilReasons.statement)
}

/** Why the configuration is not the one that the measured command line names, or null. */
export function configProblem({ cmdline, config }: TinfoilCode): string | null {
  const named = cmdline.split(' ').filter((word) => word.startsWith('tinfoil-config-hash='))
  if (named.length !== 1) return tinfoilReasons.commandLine
  const digest = bytesToHex(sha256(decode(config)))
  return named[0] === `tinfoil-config-hash=${digest}`
    ? null
    : tinfoilReasons.notNamed(digest, named[0] ?? '')
}

function decode(text: string): Uint8Array {
  try {
    return base64.decode(text)
  } catch (cause) {
    throw new FormatError('EVIDENCE_MALFORMED', tinfoilReasons.notBase64, '', { cause })
  }
}

const Shape = Type.Object({ mrtd: Register, rtmr0: Register })

/** Name of the shape of machine with these registers, or null. @throws {FormatError} EVIDENCE_MALFORMED */
export function shapeOf(predicate: unknown, mrtd: string, rtmr0: string): string | null {
  for (const [name, value] of Object.entries(predicate as object)) {
    const shape = checkShape(value, Shape, tinfoilReasons.shape)
    if (shape.mrtd === mrtd && shape.rtmr0 === rtmr0) return name
  }
  return null
}
