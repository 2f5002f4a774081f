import '../../ui/pages.css'
import { mountPage } from '#shared/ui/mount-page.tsx'
import { OptionsPage } from './options-page.tsx'

mountPage(<OptionsPage />)
