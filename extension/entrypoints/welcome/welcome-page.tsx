import { useState } from 'react'
import { welcomeWords as words } from '#shared/words/english/extension/welcome.ts'
import type { UiAnswers } from '../../messages/ui-requests.ts'
import { Alarms } from '../../ui/alarms.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { useSettings } from '../../ui/use/use-settings.ts'
import { EnableSteps } from './enable-steps.tsx'
import { NameGateway } from './name-gateway.tsx'
import { PinGateway } from './pin-gateway.tsx'
import { Steps } from './steps.tsx'
import './welcome.css'

/** The first minutes: a gateway, its signer and its limits, and how to go on. */
export function WelcomePage() {
  const settings = useSettings()
  const [facts, setFacts] = useState<UiAnswers['look-at-gateway'] | null>(null)
  const [pinned, setPinned] = useState<string | null>(null)
  return (
    <main className="wide narrow welcome">
      <Masthead name="words" />
      {settings && <Alarms settings={settings} />}
      {pinned === null ? (
        <>
          <h1>{words.title}</h1>
          <p className="lead">{words.lead}</p>
          <Steps at={facts ? 'signer' : 'gateway'} />
          <NameGateway found={setFacts} />
          {facts && <PinGateway key={facts.origin} facts={facts} pinned={setPinned} />}
        </>
      ) : (
        <>
          <h1>{words.enableTitle}</h1>
          <Steps at="site" />
          <EnableSteps gateway={pinned} />
        </>
      )}
    </main>
  )
}
