import { PageFrame } from '../components/page-frame.tsx'
import { PackagePanel } from './package-panel.tsx'
import { Pictures } from './pictures.tsx'
import { usePackages } from './use-packages.ts'

/** What the extension does, its packages, and how each is installed. */
export function ExtensionPage({ gateway }: { readonly gateway: string }) {
  const packages = usePackages(gateway)
  const of = (browser: 'chrome' | 'firefox') =>
    packages === 'asking' ? packages : packages[browser]
  return (
    <PageFrame current="extension">
      <h1>In the chats you use</h1>
      <p className="lead">
        The browser extension checks the receipt of each answer in your own browser, and says beside
        it what was proven and what was not. Where a chat calls a gateway itself, it can encrypt
        what you write to an enclave that it has verified.
      </p>
      <Pictures />
      <div className="two-columns">
        <PackagePanel
          title="Chrome, Edge, Brave"
          file={of('chrome')}
          command="npm run build:extension"
        >
          <li>
            Unpack the file into a folder that stays. From the sources that folder is{' '}
            <code>dist/extension/chrome-mv3</code>.
          </li>
          <li>
            Open <code>chrome://extensions</code> and switch on <em>Developer mode</em>.
          </li>
          <li>
            Choose <em>Load unpacked</em>, and the folder.
          </li>
        </PackagePanel>
        <PackagePanel
          title="Firefox 140 or newer"
          file={of('firefox')}
          command="npm run build:extension:firefox"
        >
          <li>
            Open <code>about:debugging#/runtime/this-firefox</code>.
          </li>
          <li>
            Choose <em>Load Temporary Add-on</em>, and the file. From the sources it is{' '}
            <code>manifest.json</code> in <code>dist/extension/firefox-mv3</code>.
          </li>
          <li>Firefox forgets it when it ends, since no store has signed it.</li>
        </PackagePanel>
      </div>
      <section aria-labelledby="then-title">
        <h2 id="then-title">Then</h2>
        <ol>
          <li>
            On this page, click the Countersign mark in the toolbar and choose{' '}
            <em>Use it for my chats</em>: the extension remembers who signs for{' '}
            <code>{gateway}</code>, and warns when that changes.
          </li>
          <li>
            Open your chat, click the mark, and choose <em>Enable on this site</em>. The browser
            asks you for that site alone, and the page is loaded again.
          </li>
          <li>Ask something. The next answer has its badge.</li>
        </ol>
        <p>
          It runs on no site before you allow it there, and sends what it sees to nobody:{' '}
          <a href="../privacy/">what it keeps, and where</a>.
        </p>
      </section>
      <section aria-labelledby="compare-title">
        <h2 id="compare-title">Is it the real one?</h2>
        <p>
          The digests above come from the gateway that also serves the files: they find a damaged
          download, and nothing more. Build the package yourself, or take a digest from somebody who
          did, and compare.
        </p>
      </section>
    </PageFrame>
  )
}
