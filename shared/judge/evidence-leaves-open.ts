import { notProvenWords } from '../words/english/verdict/not-proven.ts'

/** Whether whoever judges drew the number that the quote answers, or a file brought both. */
export type EvidenceOrigin = 'asked here' | 'opened'

/** What evidence does not establish because of how it was had. */
export function evidenceLeavesOpen(origin: EvidenceOrigin): readonly string[] {
  return origin === 'opened' ? [notProvenWords.evidenceTime] : []
}
