import { useEffect, useState } from 'react'
import type { FullAnswer } from '../../messages/ui-requests.ts'
import { looks } from '../../badge/badge-looks.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LeftPanel } from '../../ui/left-panel.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Checks } from './checks.tsx'
import { DisclosePanel } from './disclose-panel.tsx'
import { Words } from './words.tsx'

const asked = new URLSearchParams(location.search)

/** Everything about one answer, where no page can draw. */
export function AnswerPage() {
  const digest = asked.get('digest') ?? ''
  const [answer, setAnswer] = useState<FullAnswer | 'none' | null>(null)
  useEffect(() => {
    askBackground({ kind: 'read-answer', digest }).then(
      (found) => setAnswer(found ?? 'none'),
      () => setAnswer('none'),
    )
  }, [digest])
  if (answer === null) return null
  return (
    <main className="wide">
      <PageHeader title="One answer" />
      {answer === 'none' ? (
        <p>This answer is not kept here any longer.</p>
      ) : (
        <Found answer={answer} />
      )}
    </main>
  )
}

function Found({ answer }: { readonly answer: FullAnswer }) {
  const { card, verdict, words, left, origin } = answer
  const { link } = card
  return (
    <>
      <section className={`verdict ${looks[card.state].tone}`} aria-labelledby="label">
        <h1 id="label">{card.label}</h1>
        <p>{card.sentence}</p>
        <h2>Not established</h2>
        <ul>
          {card.notEstablished.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <div className="row">
        <button
          type="button"
          onClick={() =>
            saveFile(`countersign-${card.digest.slice(0, 12)}.json`, `${card.receipt}\n`)
          }
        >
          Export receipt
        </button>
        <CopyButton text={card.evidenceText} label="Copy as evidence" />
        {link !== null && (
          <>
            <CopyButton text={link} label="Copy share link" />
            <a className="button" href={link} target="_blank" rel="noreferrer">
              Open in /verify
            </a>
          </>
        )}
      </div>
      <DisclosePanel card={card} words={words} asked={asked.get('disclose')} />
      <h2>How it came</h2>
      <p>
        {card.path} Received on {origin}. {card.model}, signed {card.issuedAt}.
      </p>
      <p>
        {card.evidence.mayDisplay} {card.evidence.maySend}
      </p>
      {words && <Words words={words} />}
      {left && <LeftPanel left={left} />}
      <Checks verdict={verdict} />
    </>
  )
}
