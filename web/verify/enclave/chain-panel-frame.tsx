import type { ReactNode } from 'react'

interface ChainPanelFrameProps {
  /** What can be pressed. */
  readonly row: ReactNode
  readonly children: ReactNode
}

/** What stands in the panel before its program is there, too, so that nothing below it moves when it is. */
export function ChainPanelFrame({ row, children }: ChainPanelFrameProps) {
  return (
    <section className="chain-panel" aria-labelledby="chain-title">
      <h2 id="chain-title">The enclave’s own evidence</h2>
      <p>
        Without it there is only the gateway’s word that an enclave answered. With the enclave’s
        quote this page checks it by itself: from the maker of the processor to the bytes of this
        answer. It can be had only while the enclave runs with the keys that it answered with: ask
        for it early, and save it beside the answer.
      </p>
      <div className="row">{row}</div>
      {children}
    </section>
  )
}

/** While the program that judges evidence is loaded: what would be opened here is not lost when it is there. */
export function ChainPanelToCome() {
  const row = (
    <button type="button" disabled>
      Open evidence.json
    </button>
  )
  return (
    <ChainPanelFrame row={row}>
      <p />
      <details inert>
        <summary>What the enclave must measure to</summary>
      </details>
    </ChainPanelFrame>
  )
}
