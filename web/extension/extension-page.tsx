import { useState } from 'react'
import { PageFrame } from '../components/page-frame.tsx'
import { LiveChat } from '../home/live-chat.tsx'
import { browserHere, type BrowserKind } from './browser-here.ts'
import { ChromeSteps } from './chrome-steps.tsx'
import { FirefoxSteps } from './firefox-steps.tsx'
import { PackageButton } from './package-button.tsx'
import card from './pictures/card.webp'
import { PuzzlePicture } from './pictures/puzzle-picture.tsx'
import { UsePicture } from './pictures/use-picture.tsx'
import { InstallStep } from './install-step.tsx'
import { usePackages } from './use-packages.ts'

/** What the extension does, and each step from here to the first badge, which is on this page. */
export function ExtensionPage({ gateway }: { readonly gateway: string }) {
  const packages = usePackages(gateway)
  const [browser, setBrowser] = useState<BrowserKind>(() => browserHere(navigator.userAgent))
  const other = browser === 'chrome' ? 'firefox' : 'chrome'
  const file = typeof packages === 'string' ? packages : packages[browser]
  return (
    <PageFrame current="extension">
      <div className="hero">
        <div className="hero-words">
          <h1>Badges in the chats you use</h1>
          <p className="lead">
            The extension checks the receipt of each answer in your own browser. The badge beside
            the answer says what was checked, and its card says what is not proven.
          </p>
          <p className="hint">
            It runs on no site before you allow it there, and sends what it sees to nobody:{' '}
            <a href="../privacy/">what it keeps, and where</a>.
          </p>
        </div>
        <img
          className="card-picture"
          src={card}
          width={840}
          height={525}
          alt="A chat page: an answer, its badge, and the open card of the badge"
        />
      </div>
      <section className="steps" aria-labelledby="steps-title">
        <h2 id="steps-title">Install it in {browserNames[browser]}</h2>
        <p className="hint">
          <button type="button" className="quiet" onClick={() => setBrowser(other)}>
            Show the steps for {browserNames[other]}
          </button>
        </p>
        <ol>
          <InstallStep title="Download" picture={null}>
            <PackageButton file={file} browser={browser} name={browserNames[browser]} />
          </InstallStep>
          {browser === 'chrome' ? <ChromeSteps /> : <FirefoxSteps />}
          <InstallStep title="Click the puzzle piece, then Countersign" picture={<PuzzlePicture />}>
            <p>Come back to this page first. The puzzle piece is right of the address.</p>
          </InstallStep>
          <InstallStep title="Click “Use it, with badges here”" picture={<UsePicture />}>
            <p>
              The browser asks whether the extension may read this one site: choose Allow. The
              extension remembers who signs here, and warns you if that changes.
            </p>
          </InstallStep>
          <InstallStep title="Ask something" picture={null}>
            <p>The badge below the answer is the extension’s.</p>
            <LiveChat gateway={gateway} up=".." example={null} />
          </InstallStep>
        </ol>
      </section>
      <div className="two-columns">
        <section aria-labelledby="chat-title">
          <h2 id="chat-title">In your own chat</h2>
          <p>
            Open the chat, click the puzzle piece, then Countersign, then{' '}
            <em>Enable on this site</em>. The next answer has its badge.
          </p>
        </section>
        <section aria-labelledby="compare-title">
          <h2 id="compare-title">Is it the real one?</h2>
          <p>
            This gateway names the digest of the file that it serves, so the digest only finds a
            damaged download. To be sure, build the package from the sources with{' '}
            <code>npm run zip</code>, and compare.
          </p>
        </section>
      </div>
    </PageFrame>
  )
}

const browserNames: Readonly<Record<BrowserKind, string>> = {
  chrome: 'Chrome, Edge or Brave',
  firefox: 'Firefox',
}
