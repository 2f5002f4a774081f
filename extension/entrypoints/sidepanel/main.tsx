import '../../ui/pages.css'
import { mountPage } from '#shared/ui/mount-page.tsx'
import { SidePanelPage } from './side-panel-page.tsx'

mountPage(<SidePanelPage />)
