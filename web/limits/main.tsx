import { mountServedPage } from '../mount-served-page.tsx'
import { LimitsPage } from './limits-page.tsx'

mountServedPage('..', (gateway) => <LimitsPage gateway={gateway} />)
