import { mountPage } from '../../ui/mount-page.tsx'
import { WelcomePage } from './welcome-page.tsx'

mountPage(<WelcomePage />)
