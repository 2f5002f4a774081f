import type { AnsweredExchange, ServedEnd, ServeOptions } from '#shared/exchange/serve-exchange.ts'
import type { ExchangeJudgement } from '#shared/judge/judge-exchange.ts'
import type { ApiRequest } from '../../gateway/answer/request/parse-request.ts'
import type { ServerDialect } from '../../gateway/answer/dialects/server-dialect.ts'
import type { EndedAnswer } from './ended-answer.ts'

/** Where requests are answered: behind a gateway that sees ciphertext, or by the enclave itself. */
export interface ProxyRoute {
  /** JSON text of the list of models that it serves. */
  models(): Promise<string>
  /**
   * Sends one request, to whoever was verified.
   * @throws {ExchangeRefused | GatewayError | UnsupportedMember} a refusal; nothing was shown to anybody else
   */
  open(asked: AskedRequest): Promise<RoutedExchange>
}

/** One request of a tool, in its own dialect. */
export interface AskedRequest {
  readonly dialect: ServerDialect
  readonly request: ApiRequest
  /** Ends the request when the tool goes away. */
  readonly signal: AbortSignal
}

/** One request that was answered with a head. */
export interface RoutedExchange extends Pick<ServeOptions, 'svcFor' | 'adviceFor'> {
  readonly exchange: AnsweredExchange
  /** For the tool. */
  readonly headers: Readonly<Record<string, string>>
  /** The same for a buffered answer that is verified, beside those. */
  readonly headersAtEnd: (end: ServedEnd) => Readonly<Record<string, string>>
  /** What its user is told. */
  readonly ended: (judgement: ExchangeJudgement, end: ServedEnd) => EndedAnswer
}
