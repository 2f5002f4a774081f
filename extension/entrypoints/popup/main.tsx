import { createRoot } from 'react-dom/client'
import { PopupPage } from './popup-page.tsx'

const root = document.getElementById('root')
if (root) createRoot(root).render(<PopupPage />)
