import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { evidencePanelWords as words } from '#shared/words/english/pages/evidence-panel.ts'

/** What the reader of a verdict waits for, who asked for an enclave's evidence. */
export type EvidenceWait = 'nothing' | 'the gateway' | 'the file' | 'refused'

const sentences: Readonly<Record<EvidenceWait, string | null>> = {
  nothing: null,
  'the gateway': words.asking,
  'the file': words.reading,
  refused: null,
}

/**
 * While evidence is waited for nothing else is shown, so that nothing is seen to move when it is there: what came of it has
 * the focus, at the top of the screen.
 * @param chain what it adds to the verdict; null for nothing
 */
export function useEvidenceWait(chain: object | null) {
  const [wait, onWait] = useState<EvidenceWait>('nothing')
  const waiting = useRef<HTMLElement>(null)
  const verdict = useRef<HTMLDivElement>(null)
  const problem = useRef<HTMLParagraphElement>(null)
  const sentence = sentences[wait]
  const wasWaiting = useRef(false)

  useLayoutEffect(() => {
    if (sentence !== null) show(waiting, 'start')
    else if (wasWaiting.current && wait === 'refused') show(problem, 'center')
    else if (wasWaiting.current && chain !== null) show(verdict, 'start')
    wasWaiting.current = sentence !== null
  }, [sentence, wait, chain])

  return { sentence, onWait, places: { waiting, verdict, problem } } as const
}

function show({ current }: RefObject<HTMLElement | null>, block: 'start' | 'center'): void {
  current?.focus({ preventScroll: true })
  current?.scrollIntoView({ block })
}
