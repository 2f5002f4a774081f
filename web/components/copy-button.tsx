import { useEffect, useState } from 'react'

interface CopyButtonProps {
  readonly text: string
  /** What is copied, for those who hear the button and do not see its place. */
  readonly what: string
}

export function CopyButton({ text, what }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle')

  useEffect(() => {
    if (outcome === 'idle') return
    const timer = setTimeout(() => setOutcome('idle'), 2_000)
    return () => clearTimeout(timer)
  }, [outcome])

  function copy() {
    const { clipboard } = navigator as { clipboard?: Clipboard }
    if (!clipboard) return setOutcome('failed')
    clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  }

  return (
    <button type="button" className="quiet" onClick={copy} aria-label={`Copy ${what}`}>
      <span aria-live="polite">{labels[outcome]}</span>
    </button>
  )
}

const labels = { idle: 'Copy', copied: 'Copied', failed: 'Select and copy by hand' } as const
