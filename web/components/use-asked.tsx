import { useEffect, useState, type ReactNode } from 'react'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { askingWords } from '#shared/words/english/pages/asking.ts'
import { GatewayUnreachable } from '../fetch-evidence.ts'

interface Asked<Answer> {
  /** Null until it is here. */
  readonly answer: Answer | null
  /** That the gateway is being asked, or why it did not answer. */
  readonly status: ReactNode
}

/** What a gateway answers to the page. @param ask is the same function each time */
export function useAsked<Answer>(
  ask: (gateway: string) => Promise<Answer>,
  gateway: string,
): Asked<Answer> {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    let isCurrent = true
    ask(gateway).then(
      (found) => isCurrent && setAnswer(() => found),
      (error: unknown) => {
        if (!(error instanceof GatewayUnreachable)) throw error
        if (isCurrent) setProblem(error.message)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [ask, gateway])

  const isAsking = answer === null && problem === null
  return {
    answer,
    status: isAsking ? (
      <p role="status">{askingWords.asking}</p>
    ) : (
      <ProblemLine problem={problem} />
    ),
  }
}
