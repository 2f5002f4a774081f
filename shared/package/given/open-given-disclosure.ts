import type { Json } from '../../canonical-json.ts'
import { parseDisclosure } from '../../disclosure/parse-disclosure.ts'
import { receiptNaming, type FoundVerdict } from '../found-verdict.ts'
import { reading } from '../countersign-error.ts'
import { objectOf } from './given-answer.ts'
import { trustOf, type Reader } from './reader.ts'
import { judgeInWords } from './subject-verdict.ts'

export interface OpenedDisclosure extends FoundVerdict {
  /** What was asked, where it is disclosed and opens the receipt's commitment; else null. */
  readonly prompt: Json | null
  /** What was answered, likewise. */
  readonly response: Json | null
}

/**
 * Opens a disclosure: a receipt with one side of the exchange, or both. Words that do not open the commitment are not
 * handed out.
 * @param disclosure its JSON text, or the object
 * @throws {CountersignError} for what is no disclosure
 */
export function openGivenDisclosure(
  disclosure: string | Uint8Array | object,
  reader: Reader,
): OpenedDisclosure {
  return reading(() => {
    const subject = {
      kind: 'disclosure',
      disclosure: parseDisclosure(objectOf(disclosure)),
    } as const
    const { opened, ...verdict } = judgeInWords(subject, {}, trustOf(reader), {
      naming: receiptNaming,
    })
    const hasPassed = (id: string) =>
      verdict.verdict !== 'rejected' &&
      verdict.checks.some((check) => check.id === id && check.status === 'pass')
    return {
      ...verdict,
      prompt: hasPassed('commitment.prompt') ? (opened.messages ?? null) : null,
      response: hasPassed('commitment.response') ? (opened.message ?? null) : null,
    }
  })
}
