import { mountPage } from '#shared/ui/mount-page.tsx'
import { gatewayAt } from '../gateway-at.ts'
import { LimitsPage } from './limits-page.tsx'

mountPage(<LimitsPage gateway={gatewayAt('..')} />)
