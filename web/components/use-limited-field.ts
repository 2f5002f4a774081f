import { useState, type ChangeEvent, type ClipboardEvent } from 'react'
import { pageWords } from '#shared/words/english/pages/page-frame.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

export interface LimitedField {
  /** Null, or that a text was too long to be taken. */
  readonly complaint: string | null
  readonly onPaste: (event: ClipboardEvent<Field>) => void
  readonly onChange: (event: ChangeEvent<Field>) => void
}

/** A field that takes no text longer than `limit` characters: a browser would take seconds to draw it. */
export function useLimitedField(limit: number, onText: (text: string) => void): LimitedField {
  const [isTooLong, setIsTooLong] = useState(false)
  const words = limit.toLocaleString('en')
  return {
    complaint: isTooLong ? pageWords.tooLong(words) : null,
    onPaste(event) {
      const { length } = event.clipboardData.getData('text/plain')
      setIsTooLong(length > limit)
      if (length > limit) event.preventDefault()
    },
    onChange({ target }) {
      const { value } = target
      setIsTooLong(value.length > limit)
      if (value.length <= limit) onText(value)
    },
  }
}
