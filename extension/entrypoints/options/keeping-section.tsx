import { useState } from 'react'
import type { ShownSettings } from '../../messages/ui-requests.ts'
import type { Retention } from '../../background/settings.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useAct } from '../../ui/use-act.ts'

/** How long what is kept, and all of it in and out. */
export function KeepingSection({ settings }: { readonly settings: ShownSettings }) {
  const { act, problem } = useAct()
  const [told, setTold] = useState<string | null>(null)
  const [isSure, setIsSure] = useState(false)
  const { retention } = settings
  const change = (next: Partial<Retention>) =>
    act(() => askBackground({ kind: 'set-retention', retention: { ...retention, ...next } }))

  return (
    <section id="keeping" aria-labelledby="keeping-title">
      <h2 id="keeping-title">Keeping</h2>
      <p>Receipts and salts are kept in this browser, and nowhere else.</p>
      <label>
        Days{' '}
        <input
          type="number"
          min={1}
          max={3650}
          value={retention.days}
          onChange={({ target }) => {
            if (target.validity.valid && target.value !== '') change({ days: target.valueAsNumber })
          }}
        />
      </label>
      <label>
        Megabytes{' '}
        <input
          type="number"
          min={1}
          max={1024}
          value={retention.megabytes}
          onChange={({ target }) => {
            if (target.validity.valid && target.value !== '') {
              change({ megabytes: target.valueAsNumber })
            }
          }}
        />
      </label>
      <label>
        <input
          type="checkbox"
          checked={retention.words === 'keep'}
          onChange={({ target }) => change({ words: target.checked ? 'keep' : 'leave-out' })}
        />{' '}
        Keep the words of new answers, too: a disclosure and a search need them
      </label>
      <div className="row">
        <button
          type="button"
          onClick={() =>
            act(async () => {
              const { fileName, text } = await askBackground({ kind: 'export-all' })
              saveFile(fileName, text)
            })
          }
        >
          Export all
        </button>
        <label className="button">
          Import{' '}
          <input
            type="file"
            aria-label="Import an export"
            onChange={({ target }) => {
              const file = target.files?.[0]
              target.value = ''
              if (!file) return
              act(async () => {
                const text = await file.text()
                const { added, known } = await askBackground({ kind: 'import', text })
                setTold(`${added} added, ${known} were here already.`)
              })
            }}
          />
        </label>
        {isSure ? (
          <button
            type="button"
            className="danger"
            onClick={() =>
              act(async () => {
                const { wiped } = await askBackground({ kind: 'wipe' })
                setIsSure(false)
                setTold(`${wiped} answers were wiped.`)
              })
            }
          >
            Wipe all, for good
          </button>
        ) : (
          <button type="button" className="danger" onClick={() => setIsSure(true)}>
            Wipe…
          </button>
        )}
      </div>
      {isSure && (
        <p className="problem">
          Without their salts no answer can be proven to anybody again. Settings stay.
        </p>
      )}
      <p className="soft-text">An export holds salts and words: it is for you alone.</p>
      <p role="status">{told}</p>
      {problem !== null && <p className="problem">{problem}</p>}
    </section>
  )
}
