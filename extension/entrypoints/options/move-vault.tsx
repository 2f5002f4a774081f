import { optionsWords as words } from '#shared/words/english/extension/options.ts'
import { useState } from 'react'
import { askBackground, NotGranted } from '../../ui/ask-background.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { saveFile } from '#shared/ui/save-file.ts'
import { useAct } from '../../ui/use/use-act.ts'

/** Most bytes of an imported file: a longer file fits in no message to the background. */
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
      if (file.size > mostBytes) throw new NotGranted(words.tooLarge)
      const text = await file.text()
      const { added, known } = await askBackground({ kind: 'import', text })
      setStatus(words.imported(added, known))
    })

  const wipe = () =>
    act(async () => {
      const { wiped } = await askBackground({ kind: 'wipe' })
      setStatus(words.wiped(wiped))
    })

  return (
    <section aria-labelledby="move-title">
      <h2 id="move-title">{words.all}</h2>
      <p>{words.exportMeans}</p>
      <div className="row">
        <button type="button" disabled={isBusy} onClick={exportAll}>
          {words.exportAll}
        </button>
        <label className="button">
          {words.import}
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
          label={words.wipe}
          warning={words.wipeWarning}
          sure={words.wipeSure}
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
