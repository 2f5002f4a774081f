import type { FiledAnswer } from '#shared/document/filed-answer.ts'
import { showTime } from '#shared/text/show-time.ts'

/** Says which answers hold every word of a search, in what the list shows of them or in the exchange. */
export function answerFinder(
  answers: readonly FiledAnswer[],
): (search: string) => readonly FiledAnswer[] {
  let texts: readonly string[] | null = null
  return (search) => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean)
    if (words.length === 0) return answers
    texts ??= answers.map(searchable)
    const found = texts
    return answers.filter((_, index) => words.every((word) => found[index]?.includes(word)))
  }
}

function searchable({ origin, receivedAt, receipt, messages, message, text }: FiledAnswer): string {
  const { model, mode } = receipt.body
  const exchange = [messages, message].map((side) => (side === null ? '' : JSON.stringify(side)))
  return [origin, model, mode, receivedAt, showTime(receivedAt), text, ...exchange]
    .join('\n')
    .toLowerCase()
}
