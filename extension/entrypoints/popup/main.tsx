import '../../ui/pages.css'
import { mountPage } from '#shared/ui/mount-page.tsx'
import { PopupPage } from './popup-page.tsx'

mountPage(<PopupPage />)
