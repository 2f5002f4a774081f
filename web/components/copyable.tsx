import { CopyButton } from './copy-button.tsx'

interface CopyableProps {
  readonly text: string
  readonly what: string
}

/** Text to take away, in full: it wraps and scrolls, and is never shortened. */
export function Copyable({ text, what }: CopyableProps) {
  return (
    <div className="copyable">
      <pre tabIndex={0} role="group" aria-label={what}>
        {text}
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  )
}
