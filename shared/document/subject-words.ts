import { shownText } from '../dialects/shown-text.ts'
import type { Subject } from './subject.ts'

/** What a reader knows an answer again by: its words as the file has them, which may be forged; empty where it has none. */
export function subjectWords(subject: Subject): string {
  switch (subject.kind) {
    case 'answer':
    case 'transcript':
      return shownText(subject.message).trim()
    case 'filed':
      return subject.answer.text.trim()
    default:
      return ''
  }
}
