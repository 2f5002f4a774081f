import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import './tokens.css'
import './base.css'
import './parts.css'

export function mountPage(page: ReactNode): void {
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<StrictMode>{page}</StrictMode>)
}
