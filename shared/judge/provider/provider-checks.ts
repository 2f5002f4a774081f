import type { EvidenceCheck } from '../../evidence-check.ts'
import type { Check } from '../../verdict.ts'
import * as checkReasons from '../../words/english/verdict/check-reasons.ts'

/**
 * Checks of a provider's evidence among those of an answer. Only the reader's own work passes or fails: what NVIDIA's service or
 * the provider says is a skipped check, which is named and decides nothing.
 */
export function providerChecks(checks: readonly EvidenceCheck[]): readonly Check[] {
  return checks.map(({ id, by, subject, ...found }): Check => {
    const base = { id, by: by === 'us' ? 'you' : 'provider' } as const
    const said = found.status === 'pass' ? found.detail : found.reason
    const about = [subject, said].filter((text) => text !== '').join(': ')
    if (by !== 'us') {
      return {
        ...base,
        status: 'skip',
        reason: `${checkReasons.saidBy[by]} ${checkReasons.said[found.status]}${about}`.trim(),
      }
    }
    if (found.status === 'pass') {
      return { ...base, status: 'pass', ...(about === '' ? {} : { detail: about }) }
    }
    return { ...base, status: found.status === 'fail' ? 'fail' : 'skip', reason: about }
  })
}
