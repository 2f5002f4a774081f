import { mountPage } from '../../ui/mount-page.tsx'
import { SidePanelPage } from './side-panel-page.tsx'

mountPage(<SidePanelPage />)
