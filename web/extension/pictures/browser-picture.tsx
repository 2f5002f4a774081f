import type { ReactNode } from 'react'

interface BrowserPictureProps {
  /** For who does not see it. */
  readonly label: string
  readonly address: string
  readonly children: ReactNode
}

/** The top of a browser window, and in it what a step is about. */
export function BrowserPicture({ label, address, children }: BrowserPictureProps) {
  return (
    <svg className="step-picture" viewBox="0 0 320 150" role="img" aria-label={label}>
      <path className="window" d="M1 150V9a8 8 0 0 1 8-8h302a8 8 0 0 1 8 8v141" />
      <path className="line" d="M1 38h318" />
      <circle className="dot" cx="18" cy="20" r="4" />
      <circle className="dot" cx="32" cy="20" r="4" />
      <circle className="dot" cx="46" cy="20" r="4" />
      <rect className="well" x="62" y="10" width="184" height="20" rx="10" />
      <text className="small" x="74" y="24">
        {address}
      </text>
      {children}
    </svg>
  )
}
