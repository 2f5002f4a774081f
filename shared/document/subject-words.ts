import { shownText } from '../dialects/shown-text.ts'
import type { FiledAnswer } from './filed-answer.ts'
import type { Subject } from './subject.ts'

/** What a reader knows an answer again by; empty where it has none. */
export interface SubjectWords {
  readonly words: string
  /** Whether they are of the value that is judged, or nothing but the file says so. */
  readonly by: 'what is judged' | 'the file'
}

export function subjectWords(subject: Subject): SubjectWords {
  switch (subject.kind) {
    case 'answer':
    case 'transcript':
      return { words: shownText(subject.message).trim(), by: 'what is judged' }
    case 'filed':
      return filedWords(subject.answer)
    default:
      return { words: '', by: 'the file' }
  }
}

/** Encrypted, the message that is judged has no words in it that anybody reads. */
export function filedWords({ message, receipt, text }: FiledAnswer): SubjectWords {
  return message === null || receipt.body.mode === 'e2ee'
    ? { words: text.trim(), by: 'the file' }
    : { words: shownText(message).trim(), by: 'what is judged' }
}
