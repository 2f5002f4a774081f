import { mountPage } from '../components/mount-page.tsx'
import { HomePage } from './home-page.tsx'

mountPage(<HomePage gateway={location.origin} />)
