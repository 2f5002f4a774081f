import { useState } from 'react'
import type { Retention } from '../../settings/settings.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { useAct } from '../../ui/use/use-act.ts'

/** Nothing is forgotten while somebody types: a shorter time is confirmed. */
export function RetentionForm({ retention }: { readonly retention: Retention }) {
  const [days, setDays] = useState(String(retention.days))
  const [megabytes, setMegabytes] = useState(String(retention.megabytes))
  const [words, setWords] = useState(retention.words)
  const { act, problem, isBusy } = useAct()
  const next = { days: Number(days), megabytes: Number(megabytes), words }
  const isWhole = isBetween(next.days, 3650) && isBetween(next.megabytes, 1024)
  const isSame =
    next.days === retention.days &&
    next.megabytes === retention.megabytes &&
    words === retention.words
  const isLess = next.days < retention.days || next.megabytes < retention.megabytes
  const save = () => act(() => askBackground({ kind: 'set-retention', retention: next }))

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isLess) save()
      }}
    >
      <div className="row numbers">
        <label>
          Days
          <input
            type="number"
            min={1}
            max={3650}
            required
            value={days}
            onChange={({ target }) => setDays(target.value)}
          />
        </label>
        <label>
          Megabytes at most
          <input
            type="number"
            min={1}
            max={1024}
            required
            value={megabytes}
            onChange={({ target }) => setMegabytes(target.value)}
          />
        </label>
      </div>
      <label className="tick">
        <input
          type="checkbox"
          checked={words === 'keep'}
          onChange={({ target }) => setWords(target.checked ? 'keep' : 'leave-out')}
        />
        Keep the words of new answers, too
        <span className="soft-text">
          A disclosure and a search in words need them. Without them only receipts and salts are
          kept.
        </span>
      </label>
      <div className="row">
        {isLess && isWhole ? (
          <ConfirmButton
            key={`${days} ${megabytes}`}
            label="Save"
            warning={`What is older than ${days} days, or beyond ${megabytes} MB, is forgotten at once, with its salts. It cannot be proven to anybody again.`}
            sure="Save, and forget it"
            isBusy={isBusy}
            confirmed={save}
          />
        ) : (
          <button type="submit" disabled={isBusy || isSame}>
            Save
          </button>
        )}
        {!isWhole && <span className="problem">1 to 3650 days, and 1 to 1024 megabytes.</span>}
      </div>
      <ProblemLine problem={problem} />
    </form>
  )
}

const isBetween = (value: number, most: number) =>
  Number.isInteger(value) && value >= 1 && value <= most
