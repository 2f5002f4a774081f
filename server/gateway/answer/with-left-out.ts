import { requestErrors } from '#shared/words/english/errors/request-errors.ts'
import type { Why } from './why.ts'

/** The same, and what of the request did not reach the model. */
export function withLeftOut(why: Why | null, leftOut: ReadonlySet<string>): Why | null {
  if (leftOut.size === 0) return why
  const names = [...leftOut]
  const said = requestErrors.leftOut(names.join(', '))
  return {
    code: why?.code ?? 'left_out',
    message: why === null ? said : `${why.message} ${said}`,
    left_out: names,
  }
}
