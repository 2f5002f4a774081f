import type { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import type { ExchangeDeps, OpenExchange } from '#shared/exchange/open-exchange.ts'
import type { ReportExchange } from '#shared/exchange/serve-exchange.ts'
import type { GatewayClient } from './gateway-client.ts'

export interface ProxyDeps extends Omit<ExchangeDeps, 'client'> {
  readonly client: GatewayClient
  /** Origins of pages that may ask; programs send none. */
  readonly allowedOrigins: readonly string[]
  readonly report: ProxyReport
}

/** What the proxy tells its user of each request. */
interface ProxyReport {
  /** The judgement of an exchange that came to its end. */
  ended(exchange: OpenExchange, ...ended: Parameters<ReportExchange>): Promise<void> | void
  /** The tool went away before its answer was whole, so nothing was judged. */
  left(model: string): void
  /** Nothing was answered. @param model as the tool named it, or null */
  refused(refusal: ExchangeRefused, model: string | null): void
}
