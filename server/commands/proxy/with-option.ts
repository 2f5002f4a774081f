import { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import { proxyWords as words } from '#shared/words/english/programs/proxy-command.ts'

/** The same refusal, with the option of this proxy that lets such a request pass, where there is one. */
export function withOption(refusal: ExchangeRefused): ExchangeRefused {
  const { code, message, param, body } = refusal
  const option = optionFor(refusal)
  if (option === null || body.includes(option)) return refusal
  return new ExchangeRefused({
    code,
    message: words.startWith(message, option),
    ...(param === null ? {} : { param }),
  })
}

function optionFor({ code, message, param }: ExchangeRefused): string | null {
  if (code === 'e2ee_tools_not_private') return '--clear tools'
  const isAllowable = code === 'e2ee_field_not_private' && message.includes('where the user allows')
  // A member of each message is allowed for all of them.
  return isAllowable && param !== null ? `--clear ${param.replaceAll(/\[\d+\]/g, '[]')}` : null
}
