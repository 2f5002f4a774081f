import '../../ui/pages.css'
import { mountPage } from '#shared/ui/mount-page.tsx'
import { AnswerPage } from './answer-page.tsx'

mountPage(<AnswerPage />)
