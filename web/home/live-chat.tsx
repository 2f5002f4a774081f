import { useState } from 'react'
import { RefusalPanel } from '../components/refusal-panel.tsx'
import { GatewayUnreachable } from '../fetch-evidence.ts'
import { NewestCard } from './newest-card.tsx'
import type { UnjudgedAnswer } from './ask-and-judge.ts'
import { ChatTurn } from './chat-turn.tsx'
import type { JudgedAnswer } from './judged-answer.ts'
import { homeWords as words } from '#shared/words/english/pages/home.ts'

interface LiveChatProps {
  readonly gateway: string
  /** The path from this page to the folder of the gateway's other pages. */
  readonly up: '.' | '..'
  /** What stands there until something is asked. */
  readonly example: JudgedAnswer | null
}

/** A small chat with the gateway, in which the newest answer has its card open. */
export function LiveChat({ gateway, up, example }: LiveChatProps) {
  const [question, setQuestion] = useState<string>(words.question)
  const [state, setState] = useState<'idle' | 'asking'>('idle')
  const [turns, setTurns] = useState<readonly JudgedAnswer[]>(example === null ? [] : [example])
  const [refused, setRefused] = useState<UnjudgedAnswer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const newest = turns.at(-1)

  async function ask() {
    setState('asking')
    setRefused(null)
    setProblem(null)
    try {
      // What judges is a third of a page, and comes with the first question.
      const { askAndJudge } = await import('./ask-and-judge.ts')
      const answer = await askAndJudge(gateway, question, `${up}/verify/`)
      if (answer.kind === 'refused') setRefused(answer)
      else setTurns((before) => [...before.filter(({ kind }) => kind !== 'example'), answer])
    } catch (error) {
      setProblem(error instanceof GatewayUnreachable ? error.message : words.unread)
    } finally {
      setState('idle')
    }
  }

  return (
    <section className="live" aria-label={words.tryIt}>
      <div className="chat" aria-live="polite">
        {turns.map((turn, index) => (
          // A turn stays where it is.
          // oxlint-disable-next-line react/no-array-index-key
          <ChatTurn key={index} turn={turn} isNewest={turn === newest && refused === null} />
        ))}
        {newest && refused === null && <NewestCard {...newest} />}
        {refused && <RefusalPanel refusal={refused.refusal} name={words.thisGateway} />}
        {problem !== null && <p className="problem">{problem}</p>}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void ask()
        }}
      >
        <label htmlFor="question">{words.askLabel}</label>
        <div className="row">
          <input
            id="question"
            required
            maxLength={2000}
            value={question}
            onChange={({ target }) => setQuestion(target.value)}
          />
          <button type="submit" className="primary" disabled={state === 'asking'}>
            {state === 'asking' ? words.asking : words.ask}
          </button>
        </div>
      </form>
    </section>
  )
}
