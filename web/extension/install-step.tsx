import type { ReactNode } from 'react'

interface InstallStepProps {
  readonly title: string
  readonly picture: ReactNode
  readonly children: ReactNode
}

/** One thing to do, with what it looks like. */
export function InstallStep({ title, picture, children }: InstallStepProps) {
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
