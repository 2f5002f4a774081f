import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** Draws a page into the document's `#page`. */
export function mountPage(page: ReactNode): void {
  const place = document.querySelector('#page')
  if (place) createRoot(place).render(<StrictMode>{page}</StrictMode>)
}
