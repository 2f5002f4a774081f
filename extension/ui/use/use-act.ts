import { useCallback, useState } from 'react'
import { extensionWords as words } from '#shared/words/english/extension/extension-parts.ts'
import { NotGranted } from '../ask-background.ts'

export interface Act {
  /** What the user is to read about the last act that did not work. */
  readonly problem: string | null
  readonly isBusy: boolean
  readonly act: (work: () => Promise<unknown>) => void
}

/** Does what a button stands for, and keeps the sentence of a refusal. */
export function useAct(): Act {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const act = useCallback((work: () => Promise<unknown>) => {
    setIsBusy(true)
    setProblem(null)
    work()
      .catch((error: unknown) => {
        setProblem(error instanceof NotGranted ? error.message : words.failed)
      })
      .finally(() => setIsBusy(false))
  }, [])
  return { problem, isBusy, act }
}
