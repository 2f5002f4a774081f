import { mountPage } from '#shared/ui/mount-page.tsx'
import { gatewayAt } from '../gateway-at.ts'
import { HomePage } from './home-page.tsx'

mountPage(<HomePage gateway={gatewayAt('.')} />)
