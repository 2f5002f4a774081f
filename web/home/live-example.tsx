import { useState } from 'react'
import { LookMark } from '#shared/ui/look-mark.tsx'
import { ExchangeView } from '../components/exchange-view.tsx'
import { RefusalPanel } from '../components/refusal-panel.tsx'
import { VerdictPanel } from '../components/verdict-panel.tsx'
import { GatewayUnreachable } from '../fetch-evidence.ts'
import { askAndJudge, type JudgedAnswer, type UnjudgedAnswer } from './ask-and-judge.ts'
import { ReceiptDetails } from './receipt-details.tsx'

/** One question to the gateway, and what its receipt says about the answer. */
export function LiveExample({ gateway }: { readonly gateway: string }) {
  const [question, setQuestion] = useState('What does a receipt prove?')
  const [state, setState] = useState<'idle' | 'asking'>('idle')
  const [answer, setAnswer] = useState<JudgedAnswer | UnjudgedAnswer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function ask() {
    setState('asking')
    setAnswer(null)
    setProblem(null)
    try {
      setAnswer(await askAndJudge(gateway, question))
    } catch (error) {
      setProblem(
        error instanceof GatewayUnreachable
          ? error.message
          : 'This page failed at reading the answer. Nothing about it is established.',
      )
    } finally {
      setState('idle')
    }
  }

  return (
    <section className="live" aria-labelledby="live-title">
      <h2 id="live-title">Try it here</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void ask()
        }}
      >
        <label htmlFor="question">Ask something</label>
        <div className="row">
          <input
            id="question"
            required
            maxLength={2000}
            value={question}
            onChange={({ target }) => setQuestion(target.value)}
          />
          <button type="submit" className="primary" disabled={state === 'asking'}>
            {state === 'asking' ? 'Asking…' : 'Ask'}
          </button>
        </div>
      </form>
      <div aria-live="polite">
        {problem !== null && <p className="problem">{problem}</p>}
        {answer?.kind === 'refused' && (
          <RefusalPanel refusal={answer.refusal} name="this gateway" />
        )}
        {answer?.kind === 'judged' && <ShownAnswer {...answer} />}
      </div>
    </section>
  )
}

function ShownAnswer({ opened, checks, view, receipt, verifyLink }: JudgedAnswer) {
  return (
    <>
      <ExchangeView opened={opened} checks={checks} />
      <p className={`badge tone-${view.tone}`}>
        <LookMark look={view} />
      </p>
      <VerdictPanel view={view} subject="an answer with its receipt" />
      <ReceiptDetails receipt={receipt} />
      {verifyLink !== null && (
        <p>
          <a href={verifyLink}>See each check, and how to repeat it by hand</a>
        </p>
      )}
    </>
  )
}
