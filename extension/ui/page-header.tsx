import type { ReactNode } from 'react'
import { SealMark } from './seal-mark.tsx'

interface PageHeaderProps {
  readonly title: string
  readonly children?: ReactNode
}

export function PageHeader({ title, children }: PageHeaderProps) {
  return (
    <header>
      <SealMark />
      <h1>{title}</h1>
      {children}
    </header>
  )
}
