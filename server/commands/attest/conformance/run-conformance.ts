import { FormatError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { recordingWords } from '#shared/words/english/programs/recording-words.ts'
import { judgeSigstoreVector } from './judge-sigstore-vector.ts'
import { judgeSnpVector, unstatedUsage } from './judge-snp-vector.ts'
import { judgeTdxVector } from './judge-tdx-vector.ts'
import { readVectors, type Vector } from './read-vectors.ts'

/** How a case ended; `stricter` is a refusal of ours that is meant, of something that the suite accepts. */
type Outcome = 'agrees' | 'stricter' | 'accepted wrongly' | 'refused wrongly' | 'does not apply'

export interface ConformanceResult {
  readonly name: string
  readonly outcome: Outcome
  /** Names of the checks that failed, or why a case does not apply. */
  readonly reasons: readonly string[]
}

/** Names of the checks that failed; null where there is nothing here to judge the case with. */
type JudgeVector = (input: JsonObject) => readonly string[] | null

const stages: Readonly<Record<string, JudgeVector>> = {
  'verify-sigstore': judgeSigstoreVector,
  'verify-attestation-sev': judgeSnpVector,
  'verify-attestation-tdx': judgeTdxVector,
}

/** Judges every case of the suite at the time that it names. @throws {FormatError} for a suite that cannot be read */
export function runConformance(path: string): readonly ConformanceResult[] {
  return readVectors(path).map(judgeVector)
}

function judgeVector({ name, stage, input, mustAccept }: Vector): ConformanceResult {
  const judge = stages[stage]
  if (judge === undefined) {
    return { name, outcome: 'does not apply', reasons: [recordingWords.noStage(stage)] }
  }
  const reasons = reasonsOf(judge, input)
  if (reasons === null) {
    const reason = recordingWords.noIntel
    return { name, outcome: 'does not apply', reasons: [reason] }
  }
  const isAccepted = reasons.length === 0
  if (isAccepted) return { name, outcome: mustAccept ? 'agrees' : 'accepted wrongly', reasons }
  if (!mustAccept) return { name, outcome: 'agrees', reasons }
  const isMeant = reasons.every((reason) => meant.includes(reason))
  return { name, outcome: isMeant ? 'stricter' : 'refused wrongly', reasons }
}

/**
 * Checks in which more is asked for than by the suite: made-up certificates lack the newer extensions of Sigstore's, or the usage
 * of their key, and made-up quotes the attribute SEPT_VE_DISABLE and some of the sixteen components.
 */
const meant: readonly string[] = [
  'sigstore.issuer',
  'sigstore.repository',
  'sigstore.runner',
  'quote.td-attributes',
  'quote.tcb-status',
  unstatedUsage,
]

function reasonsOf(judge: JudgeVector, input: JsonObject): readonly string[] | null {
  try {
    return judge(input)
  } catch (error) {
    if (error instanceof FormatError) return [`${error.code}: ${error.message}`]
    throw error
  }
}

/** A line for each case, and how many ended how. */
export function conformanceLines(results: readonly ConformanceResult[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return [
    ...results.map(({ name, outcome, reasons }) => `${outcome}: ${[name, ...reasons].join('; ')}`),
    [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', '),
  ]
}

/** 0 unless a case was judged wrongly. */
export function conformanceExit(results: readonly ConformanceResult[]): 0 | 1 {
  return results.some(({ outcome }) => outcome.endsWith('wrongly')) ? 1 : 0
}
