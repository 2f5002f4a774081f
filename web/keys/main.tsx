import { mountPage } from '../components/mount-page.tsx'
import { PageFrame } from '../components/page-frame.tsx'

mountPage(
  <PageFrame current="keys">
    <h1>keys</h1>
  </PageFrame>,
)
