import { mountPage } from '../components/mount-page.tsx'
import { VerifyPage } from './verify-page.tsx'

mountPage(<VerifyPage edition={{ kind: 'offline' }} />)
