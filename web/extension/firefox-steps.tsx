import { Copyable } from '../components/copyable.tsx'
import { InstallStep } from './install-step.tsx'

/** Between the download and the toolbar. */
export function FirefoxSteps() {
  return (
    <>
      <InstallStep title="Open the browser’s debugging page" picture={null}>
        <p>A page may not open it for you. Put this into the address field of a new tab:</p>
        <Copyable
          text="about:debugging#/runtime/this-firefox"
          what="the address of the debugging page"
        />
      </InstallStep>
      <InstallStep title="Choose Load Temporary Add-on, and the file" picture={null}>
        <p>
          Firefox 140 or newer takes the file as it is. Firefox forgets it when it is closed, since
          no store has signed it.
        </p>
      </InstallStep>
    </>
  )
}
