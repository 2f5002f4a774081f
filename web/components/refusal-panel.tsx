import type { Refusal } from '#shared/document/subject.ts'
import { lookOf } from '#shared/judge/state/look-of.ts'
import { showText } from '#shared/text/show-text.ts'
import { LookMark } from '#shared/ui/look-mark.tsx'
import { refusalWords as words } from '#shared/words/english/pages/refusal.ts'

/** Longer sentences are out of a file that was made to have them. */
const longestSentence = 1_000

interface RefusalPanelProps {
  readonly refusal: Refusal
  /** Where it is from: a file's name, safe to show. */
  readonly name: string
}

/** What came is nothing that could be judged, and why: what the file is, and no verdict on an answer. */
export function RefusalPanel({ refusal, name }: RefusalPanelProps) {
  const look = lookOf('no-receipt')
  return (
    <section className={`verdict tone-${look.tone}`} role="status" aria-labelledby="verdict-word">
      <p className="verdict-subject">
        {words.fromFile} <bdi>{name}</bdi>
      </p>
      <h2>
        <LookMark look={look} labelId="verdict-word" />
      </h2>
      <p className="verdict-sentence">
        <strong id="refusal-word">{words[refusal.kind]}</strong>:{' '}
        <bdi>{showText(refusal.sentence, longestSentence)}</bdi>
      </p>
      <p>{words.nothingChecked}</p>
    </section>
  )
}
