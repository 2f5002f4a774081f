import { Copyable } from '../components/copyable.tsx'
import type { BrowserKind } from './browser-here.ts'
import type { OfferedPackage } from './use-packages.ts'
import { installWords as words } from '#shared/words/english/pages/extension-page.ts'

interface PackageButtonProps {
  readonly file: OfferedPackage
  readonly browser: BrowserKind
  /** Of the browser, in words. */
  readonly name: string
}

const commands: Readonly<Record<BrowserKind, string>> = {
  chrome: 'npx wxt zip',
  firefox: 'npx wxt zip -b firefox --mv3',
}

/** The package with its digest, or why it is not there, in a place of one height. */
export function PackageButton(props: PackageButtonProps) {
  return (
    <div className="package-file">
      <Offer {...props} />
    </div>
  )
}

function Offer({ file, browser, name }: PackageButtonProps) {
  if (file === 'asking') {
    return <p role="status">{words.asking}</p>
  }
  if (file === 'being built') {
    return <p role="status">{words.building}</p>
  }
  if (file === null) {
    return (
      <>
        <p>{words.noPackage(name)}</p>
        <Copyable text={commands[browser]} what={words.commandFor(name)} />
      </>
    )
  }
  return (
    <>
      <p>
        <a className="button primary" href={`./${file.name}`} download>
          {words.downloadFor(name)}
        </a>
      </p>
      <p className="hint">
        {file.name}, SHA-256 <code>{file.digest}</code>
      </p>
    </>
  )
}
