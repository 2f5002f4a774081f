import { mountPage } from '../../ui/mount-page.tsx'
import { OptionsPage } from './options-page.tsx'

mountPage(<OptionsPage />)
