import { Copyable } from '../components/copyable.tsx'
import { DeveloperPicture } from './pictures/developer-picture.tsx'
import { DropPicture } from './pictures/drop-picture.tsx'
import { InstallStep } from './install-step.tsx'

/** Between the download and the toolbar. */
export function ChromeSteps() {
  return (
    <>
      <InstallStep title="Open the browser’s extensions page" picture={null}>
        <p>A page may not open it for you. Put this into the address field of a new tab:</p>
        <Copyable text="chrome://extensions" what="the address of the extensions page" />
      </InstallStep>
      <InstallStep title="Switch on Developer mode" picture={<DeveloperPicture />}>
        <p>The switch is at the top right.</p>
      </InstallStep>
      <InstallStep title="Drag the file onto that page" picture={<DropPicture />}>
        <p>Take it from the list of downloads. There is no need to unpack it.</p>
      </InstallStep>
    </>
  )
}
