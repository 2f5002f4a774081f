import type { ReactNode } from 'react'

interface PhraseProps {
  /** A sentence from `shared/words/`; never a text from a file. */
  readonly text: string
  /** What its words in brackets are, in their order. */
  readonly links?: readonly LinkTarget[]
}

interface LinkTarget {
  readonly href: string
  readonly download?: boolean
}

/** A sentence with its [words in brackets] drawn as links, and its `code` as code. */
export function Phrase({ text, links = [] }: PhraseProps): ReactNode {
  const targets = links.values()
  // Text, link and code in turns; undefined where there is none.
  return text.split(/\[(.*?)\]|`(.*?)`/).map((part, index) => {
    if (index % 3 === 0 || part === undefined) return part
    return index % 3 === 1 ? (
      <a key={part} {...targets.next().value}>
        {part}
      </a>
    ) : (
      <code key={part}>{part}</code>
    )
  })
}
