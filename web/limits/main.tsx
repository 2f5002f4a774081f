import { mountPage } from '#shared/ui/mount-page.tsx'
import { LimitsPage } from './limits-page.tsx'

mountPage(<LimitsPage gateway={location.origin} />)
