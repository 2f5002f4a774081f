import { mountPage } from '#shared/ui/mount-page.tsx'
import { gatewayAt } from '../gateway-at.ts'
import { KeysPage } from './keys-page.tsx'

mountPage(<KeysPage gateway={gatewayAt('..')} />)
