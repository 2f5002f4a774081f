import type { ReactNode } from 'react'

interface StepProps {
  readonly title: string
  readonly picture: ReactNode
  readonly children: ReactNode
}

/** One thing to do, with what it looks like. */
export function Step({ title, picture, children }: StepProps) {
  return (
    <li className="step">
      <div>
        <h3>{title}</h3>
        {children}
      </div>
      {picture}
    </li>
  )
}
