import { mountPage } from '#shared/ui/mount-page.tsx'
import { HomePage } from './home-page.tsx'

mountPage(<HomePage gateway={location.origin} />)
