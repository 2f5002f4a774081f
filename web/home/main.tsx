import { mountServedPage } from '../mount-served-page.tsx'
import { HomePage } from './home-page.tsx'

mountServedPage('.', (gateway) => <HomePage gateway={gateway} />)
