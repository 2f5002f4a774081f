import { mountPage } from '#shared/ui/mount-page.tsx'
import { SavedFooter } from '../components/saved-footer.tsx'
import { VerifyPage } from './verify-page.tsx'

mountPage(
  <>
    <VerifyPage edition={{ kind: 'offline' }} />
    <SavedFooter />
  </>,
)
