import type { Gateway } from '../../background/settings.ts'
import type { PopupRequest } from '../../messages.ts'
import type { KeptAnswer } from '../../vault/vault.ts'

interface Answers {
  'list-answers': readonly Omit<KeptAnswer, 'salts'>[]
  'list-gateways': readonly Gateway[]
  'add-gateway': (Gateway & { readonly changed: boolean }) | { readonly error: string }
  'list-sites': { readonly sites: readonly string[]; readonly development: boolean }
  'enable-site': undefined
  'disable-site': undefined
  'set-development': unknown
}

export async function askBackground<Kind extends PopupRequest['kind']>(
  request: Extract<PopupRequest, { kind: Kind }>,
): Promise<Answers[Kind]> {
  return (await chrome.runtime.sendMessage(request)) as Answers[Kind]
}
