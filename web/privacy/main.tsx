import { mountServedPage } from '../mount-served-page.tsx'
import { PrivacyPage } from './privacy-page.tsx'

mountServedPage('..', () => <PrivacyPage />)
