import { ExchangeRefused } from '../exchange/exchange-refused.ts'
import type { Json } from '../canonical-json.ts'
import { compareModes, isMode } from '../modes.ts'
import * as packageErrors from '../words/english/errors/package-errors.ts'
import type { Demands } from './exchange-verdict.ts'

/** What a request demands by itself, as gateways take it: in its body, or in a header. */
export interface ShownMode {
  readonly body: Json | undefined
  readonly header: string | null
}

/**
 * Whoever demands more of one request than the options demand of all of them is not answered with less.
 * @throws {ExchangeRefused}
 */
export function checkShownMode({ body, header }: ShownMode, { atLeast }: Demands): void {
  const named = [body, header ?? undefined].filter((mode) => mode !== undefined)
  if (named.some((mode) => !isMode(mode)) || new Set(named).size > 1) {
    throw new ExchangeRefused({
      code: 'invalid_request_error',
      message: packageErrors.shownMode,
      param: 'shown_mode',
    })
  }
  const [mode] = named.filter(isMode)
  if (mode === undefined || compareModes(mode, atLeast) <= 0) return
  throw new ExchangeRefused(
    {
      code: 'shown_mode_stale',
      message: packageErrors.demandsMore(mode, atLeast),
      param: 'shown_mode',
      extra: { shown_mode: mode, would_deliver: atLeast },
    },
    { headers: { 'x-should-retry': 'false' } },
  )
}
