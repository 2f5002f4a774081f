import { mountPage } from '../components/mount-page.tsx'
import { fetchSigners } from './fetch-signers.ts'
import { VerifyPage } from './verify-page.tsx'

mountPage(<VerifyPage edition={{ kind: 'online', origin: location.origin, fetchSigners }} />)
