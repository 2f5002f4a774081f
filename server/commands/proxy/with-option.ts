import { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import { proxyWords as words } from '#shared/words/english/programs/proxy-command.ts'

/** The same refusal, with the option of this proxy that lets such a request pass, where there is one. */
export function withOption(refusal: ExchangeRefused): ExchangeRefused {
  const { code, message, param, clear } = refusal
  if (clear === null) return refusal
  return new ExchangeRefused(
    {
      code,
      message: words.startWith(message, `--clear ${clear}`),
      ...(param === null ? {} : { param }),
    },
    { clear },
  )
}
