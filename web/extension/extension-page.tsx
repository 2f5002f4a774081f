import { Phrase } from '#shared/ui/phrase.tsx'
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
import { installWords as words } from '#shared/words/english/pages/extension-page.ts'

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
          <h1>{words.title}</h1>
          <p className="lead">{words.lead}</p>
          <p className="hint">
            <Phrase text={words.hint} links={[{ href: '../privacy/' }]} />
          </p>
        </div>
        <img className="card-picture" src={card} width={840} height={525} alt={words.picture} />
      </div>
      <section className="steps" aria-labelledby="steps-title">
        <h2 id="steps-title">{words.installIn(browserNames[browser])}</h2>
        <p className="hint">
          <button type="button" className="quiet" onClick={() => setBrowser(other)}>
            {words.showFor(browserNames[other])}
          </button>
        </p>
        <ol>
          <InstallStep title={words.download} picture={null}>
            <PackageButton file={file} browser={browser} name={browserNames[browser]} />
          </InstallStep>
          {browser === 'chrome' ? <ChromeSteps /> : <FirefoxSteps />}
          <InstallStep title={words.puzzle} picture={<PuzzlePicture />}>
            <p>{words.puzzleHint}</p>
          </InstallStep>
          <InstallStep title={words.use} picture={<UsePicture />}>
            <p>{words.useHint}</p>
          </InstallStep>
          <InstallStep title={words.ask} picture={null}>
            <p>{words.askHint}</p>
            <LiveChat gateway={gateway} up=".." example={null} />
          </InstallStep>
        </ol>
      </section>
      <div className="two-columns">
        <section aria-labelledby="chat-title">
          <h2 id="chat-title">{words.chatTitle}</h2>
          <p>{words.chat}</p>
        </section>
        <section aria-labelledby="compare-title">
          <h2 id="compare-title">{words.realTitle}</h2>
          <p>
            <Phrase text={words.real} />
          </p>
        </section>
      </div>
    </PageFrame>
  )
}

const browserNames: Readonly<Record<BrowserKind, string>> = {
  chrome: words.chrome,
  firefox: words.firefox,
}
