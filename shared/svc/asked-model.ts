import { bothSides, fail, pass, skip } from '../checks.ts'
import type { Check } from '../verdict.ts'
import * as svcProblems from '../words/english/formats/svc-problems.ts'

/** What the one who asked knows about the model. */
export interface AskedModel {
  /** As the request named it: an id, or a trait. */
  readonly name: string
  /** Traits and their ids as the gateway listed them; null where it was not asked, or gave none. */
  readonly traits: ReadonlyMap<string, string> | null
  /** A list of another time than the answer's can tell what a trait is, and not what it was. */
  readonly listed: 'then' | 'later'
}

/**
 * Whether the signed model is the model that was asked. An id must be this id. A trait must be the name of this
 * model, as the gateway says.
 */
export function checkModel(signed: string, { name, traits, listed }: AskedModel): Check {
  const id = 'receipt.model'
  if (signed === name) return pass(id)
  if (traits === null) {
    return skip(id, svcProblems.modelUnknown(signed, name))
  }
  const meant = traits.get(name)
  if (meant === signed) {
    return { ...pass(id, svcProblems.byTrait(name)), by: 'gateway' }
  }
  if (meant === undefined) return fail(id, bothSides(['signed', signed], ['asked', name]))
  const reason = bothSides(['signed', signed], [svcProblems.askedByTrait(name), meant])
  return listed === 'then' ? fail(id, reason) : skip(id, svcProblems.now(reason))
}
