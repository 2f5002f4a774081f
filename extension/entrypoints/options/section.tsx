import type { ReactNode } from 'react'

interface SectionProps {
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
}

export function Section({ title, lead, children }: SectionProps) {
  return (
    <section aria-labelledby="section-title">
      <h1 id="section-title">{title}</h1>
      <p className="lead">{lead}</p>
      {children}
    </section>
  )
}
