import type { FiledAnswer } from '#shared/document/filed-answer.ts'
import { readFiledAnswer } from '#shared/document/recognise-export.ts'
import type { FileRecognition, Refusal } from '#shared/document/subject.ts'

/** What the reader brought, with each answer of an export read. */
export type ReadDocument =
  | Exclude<FileRecognition, { readonly kind: 'export' }>
  | { readonly kind: 'answers'; readonly answers: readonly FiledAnswer[] }

const atOnce = 50

/** Reads an export a few answers at a time: with all of them at once the page would hang for a moment. */
export async function readExport(
  entries: Extract<FileRecognition, { kind: 'export' }>['entries'],
): Promise<ReadDocument> {
  const answers: FiledAnswer[] = []
  for (const [index, entry] of entries.entries()) {
    if (index % atOnce === 0) await nextTask()
    const answer = readFiledAnswer(entry, index + 1)
    if (isRefusal(answer)) return answer
    answers.push(answer)
  }
  return { kind: 'answers', answers: answers.toSorted(newestFirst) }
}

function isRefusal(answer: FiledAnswer | Refusal): answer is Refusal {
  return 'sentence' in answer
}

function newestFirst(a: FiledAnswer, b: FiledAnswer): number {
  return Date.parse(b.receivedAt) - Date.parse(a.receivedAt)
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
