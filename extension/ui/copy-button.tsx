import { useEffect, useState } from 'react'

interface CopyButtonProps {
  readonly text: string
  readonly label: string
}

const shownMs = 2_000

export function CopyButton({ text, label }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome('idle'), shownMs)
    return () => clearTimeout(timer)
  }, [outcome])
  return (
    <button
      type="button"
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setOutcome('copied'),
          () => setOutcome('failed'),
        )
      }}
    >
      <span aria-live="polite">
        {{ idle: label, copied: 'Copied', failed: 'It could not be copied' }[outcome]}
      </span>
    </button>
  )
}
