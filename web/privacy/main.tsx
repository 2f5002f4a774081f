import { mountPage } from '#shared/ui/mount-page.tsx'
import { PrivacyPage } from './privacy-page.tsx'

mountPage(<PrivacyPage />)
