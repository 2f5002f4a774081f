import { mountServedPage } from '../mount-served-page.tsx'
import { CataloguePage } from './catalogue-page.tsx'

mountServedPage('..', (gateway) => <CataloguePage gateway={gateway} />)
