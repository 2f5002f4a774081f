import { shownText } from '#shared/dialects/shown-text.ts'
import { answerPageWords } from '#shared/words/english/extension/answer-page.ts'
import type { FullAnswer } from '../../messages/ui-requests.ts'

interface TextOfAnswer {
  readonly title: string
  /** Whether it is the text that was signed, or that this browser decrypted. */
  readonly status: FullAnswer['verdict']['checks'][number]['status']
  readonly text: string
}

/** The words of an answer, and who vouches for them; null where none are kept. */
export function textOfAnswer({
  words,
  card,
  verdict,
  path,
}: Pick<FullAnswer, 'words' | 'verdict' | 'path'> & {
  readonly card: Pick<FullAnswer['card'], 'mode'>
}): TextOfAnswer | null {
  if (words === null) return null
  if (card.mode === 'e2ee') {
    const { text } = words
    // The receipt covers ciphertext: what stands beside it in a file, or came encrypted to a page, is nobody's word.
    if (path !== 'sealed') return { title: answerPageWords.unsigned, status: 'skip', text }
    const status = verdict.kind === 'verified' ? 'pass' : 'fail'
    return { title: answerPageWords.decrypted, status, text }
  }
  const { status = 'skip' } = verdict.checks.find(({ id }) => id === 'commitment.response') ?? {}
  return {
    title: status === 'pass' ? answerPageWords.signed : answerPageWords.unsigned,
    status,
    text: words.message === null ? words.text : shownText(words.message),
  }
}
