import { mountPage } from '../components/mount-page.tsx'
import { KeysPage } from './keys-page.tsx'

mountPage(<KeysPage gateway={location.origin} />)
