import { useState } from 'react'
import { askBackground, NotGranted } from '../../ui/ask-background.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { saveFile } from '#shared/ui/save-file.ts'
import { useAct } from '../../ui/use/use-act.ts'

/** Of a file that is taken in; what is longer fits through no message to the background. */
const mostBytes = 60 * 1024 * 1024

/** All that is kept, out, in, and away. */
export function MoveVault() {
  const { act, problem, isBusy } = useAct()
  const [status, setStatus] = useState('')

  const exportAll = () =>
    act(async () => {
      const { fileName, text } = await askBackground({ kind: 'export-all' })
      saveFile(fileName, text)
    })

  const takeIn = (file: File) =>
    act(async () => {
      setStatus('')
      if (file.size > mostBytes) throw new NotGranted('This file is larger than 60 MB.')
      const text = await file.text()
      const { added, known } = await askBackground({ kind: 'import', text })
      setStatus(`${added} added, ${known} were here already.`)
    })

  const wipe = () =>
    act(async () => {
      const { wiped } = await askBackground({ kind: 'wipe' })
      setStatus(wiped === 1 ? '1 answer was wiped.' : `${wiped} answers were wiped.`)
    })

  return (
    <section aria-labelledby="move-title">
      <h2 id="move-title">All of it</h2>
      <p>An export holds salts and words: it is for you alone.</p>
      <div className="row">
        <button type="button" disabled={isBusy} onClick={exportAll}>
          Export all
        </button>
        <label className="button">
          Import…
          <input
            type="file"
            className="visually-hidden"
            accept="application/json,.json"
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file) takeIn(file)
              target.value = ''
            }}
          />
        </label>
        <ConfirmButton
          label="Wipe…"
          warning="Every receipt, salt and word that is kept here goes. Without their salts no answer can be proven to anybody again. Gateways, keys, sites and settings stay."
          sure="Wipe all, for good"
          isBusy={isBusy}
          confirmed={wipe}
        />
      </div>
      <p role="status" className="what-came">
        {status}
      </p>
      <ProblemLine problem={problem} />
    </section>
  )
}
