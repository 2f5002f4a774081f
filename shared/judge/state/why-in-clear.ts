import { showText } from '../../text/show-text.ts'

/** Why a request left in clear that was to be encrypted where that is possible. */
export type WhyInClear =
  | { readonly why: 'tools' | 'tools in use' | 'no enclave' | 'too long' | 'no chat' | 'malformed' }
  | { readonly why: 'member'; readonly member: string }

export function whyInClearLine(reason: WhyInClear): string {
  return `Not encrypted, although this site is set to “When possible”: ${because(reason)}.`
}

function because(reason: WhyInClear): string {
  return reason.why === 'member'
    ? `“${showText(reason.member, 64)}” of the request cannot be encrypted`
    : reasons[reason.why]
}

const reasons: Readonly<Record<Exclude<WhyInClear['why'], 'member'>, string>> = {
  tools:
    'this chat sends its tools with the message, and they cannot be encrypted; behind the Countersign mark in the toolbar you can have them left out',
  'tools in use':
    'this conversation uses tools, so that they cannot be left out, and they cannot be encrypted',
  'no enclave': 'no enclave of this model could be verified',
  'too long': 'it is too long to be encrypted here',
  'no chat': 'it is no request of a kind that can be encrypted',
  malformed: 'it is not of a form that can be encrypted',
}
