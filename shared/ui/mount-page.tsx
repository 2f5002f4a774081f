import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { FailureBoundary } from './failure-boundary.tsx'
import { partWords as words } from '../words/english/verdict/shared-parts.ts'

/** Draws a page into the document's `#page`. */
export function mountPage(page: ReactNode): void {
  const place = document.querySelector('#page')
  if (!place) return
  createRoot(place).render(
    <StrictMode>
      <FailureBoundary instead={<p role="alert">{words.pageFailed}</p>}>{page}</FailureBoundary>
    </StrictMode>,
  )
}
