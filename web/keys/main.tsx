import { mountPage } from '#shared/ui/mount-page.tsx'
import { KeysPage } from './keys-page.tsx'

mountPage(<KeysPage gateway={location.origin} />)
