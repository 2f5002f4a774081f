import { mountPage } from '../components/mount-page.tsx'
import { PageFrame } from '../components/page-frame.tsx'

mountPage(
  <PageFrame current="home">
    <h1>home</h1>
  </PageFrame>,
)
