import { beginInstall } from '../support/install/begin-install.ts'
import { sillyTavern, webExt } from '../support/install/test-packages.ts'

/** They come while the first files run; who needs one waits for it. */
export function setup(): () => void {
  const ends = [sillyTavern, webExt].map(beginInstall)
  return () => ends.forEach((end) => end())
}
