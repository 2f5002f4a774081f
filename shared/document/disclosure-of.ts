import { makeDisclosure } from '../disclosure/make-disclosure.ts'
import type { Disclosure } from '../disclosure/parse-disclosure.ts'
import type { FiledAnswer } from './filed-answer.ts'

/** How it came is nowhere signed: all that can be judged is the receipt, and what it commits to. */
export function disclosureOf({
  receipt,
  salts,
  messages,
  message,
}: Pick<FiledAnswer, 'receipt' | 'salts' | 'messages' | 'message'>): Disclosure {
  return makeDisclosure(
    { receipt, commitment_salts: salts },
    {
      ...(messages === null ? {} : { messages }),
      ...(message === null ? {} : { message }),
    },
  )
}
