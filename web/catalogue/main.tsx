import { mountPage } from '#shared/ui/mount-page.tsx'
import { gatewayAt } from '../gateway-at.ts'
import { CataloguePage } from './catalogue-page.tsx'

mountPage(<CataloguePage gateway={gatewayAt('..')} />)
