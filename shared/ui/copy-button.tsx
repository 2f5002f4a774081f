import { useEffect, useState } from 'react'
import { partWords as words } from '../words/english/verdict/shared-parts.ts'

interface CopyButtonProps {
  readonly text: string
  /** What stands on it. */
  readonly label: string
  /** For those who hear the button and do not see its place, where the label alone says too little. */
  readonly name?: string
  readonly look?: 'quiet'
  /** What stands on it for a moment when the browser does not let it copy. */
  readonly failure?: string
}

const shownMs = 2_000

export function CopyButton({ text, label, name, look, failure }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle')

  useEffect(() => {
    if (outcome === 'idle') return
    const timer = setTimeout(() => setOutcome('idle'), shownMs)
    return () => clearTimeout(timer)
  }, [outcome])

  function copy() {
    // A page that came without TLS has none.
    const { clipboard } = navigator as { clipboard?: Clipboard }
    if (!clipboard) return setOutcome('failed')
    clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  }

  const labels = { idle: label, copied: words.copied, failed: failure ?? words.notCopied }
  return (
    <button type="button" className={look} onClick={copy} aria-label={name}>
      <span aria-live="polite">{labels[outcome]}</span>
    </button>
  )
}
