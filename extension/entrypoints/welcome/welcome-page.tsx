import { useState } from 'react'
import type { UiAnswers } from '../../messages/ui-requests.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { useSettings } from '../../ui/use-settings.ts'
import { NameGateway } from './name-gateway.tsx'
import { PinGateway } from './pin-gateway.tsx'

/** The first minutes: a gateway, its signer and its limits, and how to go on. */
export function WelcomePage() {
  const settings = useSettings()
  const [facts, setFacts] = useState<UiAnswers['look-at-gateway'] | null>(null)
  const [pinned, setPinned] = useState<string | null>(null)
  if (!settings) return null
  return (
    <main className="wide">
      <PageHeader title="Countersign" />
      <p>
        A chat answer can say in which privacy mode it was delivered, and prove it with a signed
        receipt. This extension checks that in your browser, and writes beside each answer what was
        proven and what was not.
      </p>
      {pinned === null ? (
        <>
          <h2>1. Which gateway do you use?</h2>
          <NameGateway found={setFacts} />
          {facts && <PinGateway key={facts.origin} facts={facts} pinned={setPinned} />}
        </>
      ) : (
        <>
          <h2>2. Enable it where you chat</h2>
          <p role="status">
            The signer of {new URL(pinned).host} is pinned. A change of it will be told loudly.
          </p>
          <ol>
            <li>Open the chat page that you use.</li>
            <li>Click the Countersign mark in the browser’s toolbar.</li>
            <li>
              Choose <strong>Enable on this site</strong>. The browser asks for that site alone;
              nothing runs anywhere else.
            </li>
          </ol>
          <p>
            <a href="/options.html">History and settings</a> hold everything else, with a way to
            name another gateway.
          </p>
        </>
      )}
    </main>
  )
}
