import { mountPage } from '../components/mount-page.tsx'
import { PageFrame } from '../components/page-frame.tsx'

mountPage(
  <PageFrame current="limits">
    <h1>limits</h1>
  </PageFrame>,
)
