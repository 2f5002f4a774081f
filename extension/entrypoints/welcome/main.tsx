import '../../ui/pages.css'
import { mountPage } from '#shared/ui/mount-page.tsx'
import { WelcomePage } from './welcome-page.tsx'

mountPage(<WelcomePage />)
