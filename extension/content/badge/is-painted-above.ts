import { parentOf } from './form-proof.ts'
import { styleOf } from './style-of.ts'

/**
 * Whether a part is painted over another one for certain, by what CSS says of layers: of all that the two do not have in
 * common, what is around the part is lifted, and nothing that is around the other one, or itself, is.
 */
export function isPaintedAbove(part: Element, other: Element): boolean {
  const around = [other, ...ancestorsOf(other)]
  const chain = [part, ...ancestorsOf(part)]
  const at = chain.findIndex((each) => around.includes(each))
  const lifted = chain[at - 1]
  const shared = chain[at]
  if (lifted === undefined || shared === undefined) return false
  const beneath = around.slice(0, around.indexOf(shared))
  return isLifted(lifted) && !beneath.some((each) => levelOf(each) > 0)
}

function isLifted(element: Element): boolean {
  return styleOf(element).position !== 'static' && levelOf(element) > 0
}

function levelOf(element: Element): number {
  return Number(styleOf(element).zIndex) || 0
}

function ancestorsOf(element: Element): readonly Element[] {
  const parent = parentOf(element)
  return parent ? [parent, ...ancestorsOf(parent)] : []
}
