import type { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import type { EndedAnswer } from './ended-answer.ts'
import type { ProxyRoute } from './proxy-route.ts'

export interface ProxyDeps {
  readonly route: ProxyRoute
  /** Origins of pages that may ask; programs send none. */
  readonly allowedOrigins: readonly string[]
  readonly report: ProxyReport
}

/** What the proxy tells its user of each request. */
interface ProxyReport {
  /** An answer that came to its end and was judged. */
  ended(answer: EndedAnswer): void
  /** The tool went away before its answer was whole, so nothing was judged. */
  left(model: string): void
  /** Nothing was answered. @param model as the tool named it, or null */
  refused(refusal: ExchangeRefused, model: string | null): void
}
