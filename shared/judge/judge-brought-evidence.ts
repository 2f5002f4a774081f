import type { ReadEvidence } from '../document/parse-evidence.ts'
import type { ReadProviderEvidence } from '../document/parse-provider-evidence.ts'
import type { ChainSubject } from './chain-subject.ts'
import { judgeChain, type ChainJudgement, type ChainPolicy } from './judge-chain.ts'
import { judgeProviderChain } from './provider/judge-provider-chain.ts'

/** The chain behind an answer by evidence of either type; pages load the second one only when it comes. */
export function judgeBroughtEvidence(
  subject: ChainSubject,
  evidence: ReadEvidence | ReadProviderEvidence,
  policy: ChainPolicy,
): ChainJudgement {
  return evidence.type === 'countersign-evidence/1'
    ? judgeChain({ ...subject, evidence }, policy)
    : judgeProviderChain({ ...subject, evidence })
}
