import { mountServedPage } from '../mount-served-page.tsx'
import { KeysPage } from './keys-page.tsx'

mountServedPage('..', (gateway) => <KeysPage gateway={gateway} />)
