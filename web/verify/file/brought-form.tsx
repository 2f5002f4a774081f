import { useState, type ReactNode } from 'react'
import { showText } from '#shared/text/show-text.ts'
import type { BroughtFile } from './use-file.ts'
import { verifyWords as words } from '#shared/words/english/pages/verify-page.ts'

interface BroughtFormProps {
  readonly file: BroughtFile | null
  /** Without one no verdict can be good, so that is what the form is opened for. */
  readonly isSignerNamed: boolean
  readonly children: ReactNode
}

/** The form. It folds away for what was brought with it, and stays in the page with all that it holds. */
export function BroughtForm({ file, isSignerNamed, children }: BroughtFormProps) {
  const [openedFor, setOpenedFor] = useState<number | null>(null)
  const isOpen = file === null || openedFor === file.number
  return (
    <details
      className={file === null ? 'form' : 'form is-brought'}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (file !== null) setOpenedFor(currentTarget.open ? file.number : null)
      }}
    >
      <summary hidden={file === null}>
        {file !== null && <bdi className="brought">{words.from(showText(file.name, 80))}</bdi>}
        <span className="fold">{isSignerNamed ? words.checkAnother : words.nameSigner}</span>
      </summary>
      {children}
    </details>
  )
}
