import { useState } from 'react'

interface CopyButtonProps {
  readonly text: string
  readonly label: string
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle')
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
