import { mountServedPage } from '../mount-served-page.tsx'
import { ExtensionPage } from './extension-page.tsx'

mountServedPage('..', (gateway) => <ExtensionPage gateway={gateway} />)
