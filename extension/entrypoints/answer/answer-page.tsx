import { useEffect, useState } from 'react'
import { Phrase } from '#shared/ui/phrase.tsx'
import { answerPageWords as words } from '#shared/words/english/extension/answer-page.ts'
import { extensionWords } from '#shared/words/english/extension/extension-parts.ts'
import { gatewayNaming } from '../../answer/gateway-naming.ts'
import type { FullAnswer } from '../../messages/ui-requests.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { Alarms } from '../../ui/alarms.tsx'
import { SentPanel } from '../../ui/sent-panel.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { useSettings } from '../../ui/use/use-settings.ts'
import { Actions } from './actions.tsx'
import { AnswerVerdict } from './answer-verdict.tsx'
import { Checks } from './checks.tsx'
import { HowItCame } from './how-it-came.tsx'
import { SignedAnswer } from './signed-answer.tsx'
import { Words } from './words.tsx'
import './answer.css'

const asked = new URLSearchParams(location.search)

/** Everything about one answer, where no page can draw. */
export function AnswerPage() {
  const settings = useSettings()
  const digest = asked.get('digest') ?? ''
  const [answer, setAnswer] = useState<FullAnswer | 'none' | null>(null)
  useEffect(() => {
    const read = () =>
      void askBackground({ kind: 'read-answer', digest }).then(
        (found) => setAnswer(found ?? 'none'),
        () => setAnswer('none'),
      )
    read()
    // It may have been judged again meanwhile, or wiped.
    window.addEventListener('focus', read)
    return () => window.removeEventListener('focus', read)
  }, [digest])
  if (answer === null) return null
  return (
    <main className="wide narrow">
      <Masthead name="words">
        <a href="/options.html">{extensionWords.settings}</a>
      </Masthead>
      {settings && <Alarms settings={settings} />}
      {answer === 'none' ? <NotKept /> : <Found answer={answer} />}
    </main>
  )
}

function NotKept() {
  return (
    <>
      <h1>{words.notKept}</h1>
      <p>
        <Phrase text={words.notKeptMeans} links={[{ href: '/options.html#keeping' }]} />
      </p>
    </>
  )
}

function Found({ answer }: { readonly answer: FullAnswer }) {
  const { verdict, receipt, sent, gateway } = answer
  return (
    <>
      <AnswerVerdict answer={answer} />
      <SignedAnswer answer={answer} />
      <Actions answer={answer} asked={asked.get('disclose')} />
      <Words answer={answer} />
      <HowItCame answer={answer} />
      {sent && <SentPanel sent={sent} />}
      <Checks verdict={verdict} receipt={receipt} naming={gatewayNaming(gateway)} />
    </>
  )
}
