import { ensureExtension } from '../setup/ensure-extension.ts'
import { openBrowser } from '../support/browser/open-browser.ts'
import { startGateway } from '../support/gateway/start-gateway.ts'
import { drawBadgeStates } from './badge-states.ts'
import { takeEveryPage } from './every-page.ts'
import { takeExtensionPictures } from './extension.ts'
import { takePagePictures } from './pages.ts'
import { picturePath } from './picture-path.ts'
import { takeStorePictures } from './store.ts'

// npm run screenshots: pictures of what a user sees, made from a gateway that really runs.

const gateway = await startGateway({ config: null })
const { baseUrl } = gateway
const browser = await openBrowser()
await takePagePictures(browser, baseUrl)
await takeEveryPage(browser, baseUrl)

const states = await browser.newPage({
  deviceScaleFactor: 2,
  viewport: { width: 1120, height: 430 },
})
await drawBadgeStates(states)
await states.screenshot({ path: picturePath('extension-states') })

await browser.close()
await gateway.stop()

await ensureExtension()
await takeExtensionPictures()
await takeStorePictures()
