import { Copyable } from '../components/copyable.tsx'
import { DeveloperPicture } from './pictures/developer-picture.tsx'
import { DropPicture } from './pictures/drop-picture.tsx'
import { InstallStep } from './install-step.tsx'
import { installWords as words } from '#shared/words/english/pages/extension-page.ts'

/** Between the download and the toolbar. */
export function ChromeSteps() {
  return (
    <>
      <InstallStep title={words.chromePage} picture={null}>
        <p>{words.ownTab}</p>
        <Copyable text="chrome://extensions" what={words.chromeAddress} />
      </InstallStep>
      <InstallStep title={words.developer} picture={<DeveloperPicture />}>
        <p>{words.developerHint}</p>
      </InstallStep>
      <InstallStep title={words.drag} picture={<DropPicture />}>
        <p>{words.dragHint}</p>
      </InstallStep>
    </>
  )
}
