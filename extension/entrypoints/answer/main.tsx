import { mountPage } from '../../ui/mount-page.tsx'
import { AnswerPage } from './answer-page.tsx'

mountPage(<AnswerPage />)
