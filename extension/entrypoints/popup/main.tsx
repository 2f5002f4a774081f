import { mountPage } from '../../ui/mount-page.tsx'
import { PopupPage } from './popup-page.tsx'

mountPage(<PopupPage />)
