import { showText } from '../../text/show-text.ts'
import { circumstanceWords as words } from '../../words/english/verdict/circumstances.ts'

/** Why a request left in clear that was to be encrypted where that is possible. */
export type WhyInClear =
  | { readonly why: 'tools' | 'tools in use' | 'no enclave' | 'too long' | 'no chat' | 'malformed' }
  | { readonly why: 'member'; readonly member: string }

export function whyInClearLine(reason: WhyInClear): string {
  return words.inClear(because(reason))
}

function because(reason: WhyInClear): string {
  return reason.why === 'member'
    ? words.inClearMember(showText(reason.member, 64))
    : reasons[reason.why]
}

const reasons: Readonly<Record<Exclude<WhyInClear['why'], 'member'>, string>> = {
  tools: words.inClearTools,
  'tools in use': words.inClearToolsInUse,
  'no enclave': words.inClearNoEnclave,
  'too long': words.inClearTooLong,
  'no chat': words.inClearNoChat,
  malformed: words.inClearMalformed,
}
