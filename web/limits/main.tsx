import { mountPage } from '../components/mount-page.tsx'
import { LimitsPage } from './limits-page.tsx'

mountPage(<LimitsPage gateway={location.origin} />)
