import type { ReactNode } from 'react'
import { evidenceWords as words } from '#shared/words/english/pages/evidence.ts'

interface ChainPanelFrameProps {
  /** What can be pressed. */
  readonly row: ReactNode
  readonly children: ReactNode
}

/** What stands in the panel before its program is there, too, so that nothing below it moves when it is. */
export function ChainPanelFrame({ row, children }: ChainPanelFrameProps) {
  return (
    <section className="chain-panel" aria-labelledby="chain-title">
      <h2 id="chain-title">{words.title}</h2>
      <p>{words.lead}</p>
      <div className="row">{row}</div>
      {children}
    </section>
  )
}

/** While the program that judges evidence is loaded: what would be opened here is not lost when it is there. */
export function ChainPanelToCome() {
  const row = (
    <button type="button" disabled>
      {words.open}
    </button>
  )
  return (
    <ChainPanelFrame row={row}>
      <p />
      <details inert>
        <summary>{words.reference}</summary>
      </details>
    </ChainPanelFrame>
  )
}
