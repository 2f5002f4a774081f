import { mountPage } from '#shared/ui/mount-page.tsx'
import { gatewayAt } from '../gateway-at.ts'
import { ExtensionPage } from './extension-page.tsx'

mountPage(<ExtensionPage gateway={gatewayAt('..')} />)
