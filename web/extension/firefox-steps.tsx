import { Copyable } from '../components/copyable.tsx'
import { InstallStep } from './install-step.tsx'
import { installWords as words } from '#shared/words/english/pages/extension-page.ts'

/** Between the download and the toolbar. */
export function FirefoxSteps() {
  return (
    <>
      <InstallStep title={words.firefoxPage} picture={null}>
        <p>{words.ownTab}</p>
        <Copyable text="about:debugging#/runtime/this-firefox" what={words.firefoxAddress} />
      </InstallStep>
      <InstallStep title={words.temporary} picture={null}>
        <p>{words.temporaryHint}</p>
      </InstallStep>
    </>
  )
}
