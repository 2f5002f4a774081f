import type { ReactNode } from 'react'
import { SealMark } from '#shared/ui/seal-mark.tsx'

interface MastheadProps {
  /** The popup's only heading; other pages have one of their own. */
  readonly name: 'heading' | 'words'
  readonly children?: ReactNode
}

/** Whose page this is, and ways to others. */
export function Masthead({ name, children }: MastheadProps) {
  const Name = name === 'heading' ? 'h1' : 'span'
  return (
    <header className="masthead">
      <SealMark />
      <Name className="wordmark">Countersign</Name>
      {children}
    </header>
  )
}
