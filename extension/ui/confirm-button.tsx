import { extensionWords as words } from '#shared/words/english/extension/extension-parts.ts'
import { useEffect, useRef, useState } from 'react'

interface ConfirmButtonProps {
  readonly label: string
  /** What is lost. */
  readonly warning: string
  /** On the button that does it. */
  readonly sure: string
  readonly isBusy?: boolean
  readonly confirmed: () => void
}

/** Says first what is lost, and does it on a second click. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, warning, sure, isBusy = false, confirmed } = props
  const [isAsked, setIsAsked] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isAsked) keep.current?.focus()
  }, [isAsked])
  if (!isAsked) {
    return (
      <button type="button" className="danger" disabled={isBusy} onClick={() => setIsAsked(true)}>
        {label}
      </button>
    )
  }
  return (
    <div className="alarm grow" role="alert">
      <p>{warning}</p>
      <div className="row">
        <button ref={keep} type="button" onClick={() => setIsAsked(false)}>
          {words.leaveIt}
        </button>
        <button
          type="button"
          className="danger"
          onClick={() => {
            setIsAsked(false)
            confirmed()
          }}
        >
          {sure}
        </button>
      </div>
    </div>
  )
}
