import { optionsWords as words } from '#shared/words/english/extension/options.ts'
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
  const [kept, setKept] = useState(retention.words)
  const { act, problem, isBusy } = useAct()
  const next = { days: Number(days), megabytes: Number(megabytes), words: kept }
  const isWhole = isBetween(next.days, 3650) && isBetween(next.megabytes, 1024)
  const isSame =
    next.days === retention.days &&
    next.megabytes === retention.megabytes &&
    kept === retention.words
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
          {words.days}
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
          {words.megabytes}
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
          checked={kept === 'keep'}
          onChange={({ target }) => setKept(target.checked ? 'keep' : 'leave-out')}
        />
        {words.keepWords}
        <span className="soft-text">{words.keepWordsMeans}</span>
      </label>
      <div className="row">
        {isLess && isWhole ? (
          <ConfirmButton
            key={`${days} ${megabytes}`}
            label={words.save}
            warning={words.lessWarning(days, megabytes)}
            sure={words.lessSure}
            isBusy={isBusy}
            confirmed={save}
          />
        ) : (
          <button type="submit" disabled={isBusy || isSame}>
            {words.save}
          </button>
        )}
        {!isWhole && <span className="problem">{words.range}</span>}
      </div>
      <ProblemLine problem={problem} />
    </form>
  )
}

const isBetween = (value: number, most: number) =>
  Number.isInteger(value) && value >= 1 && value <= most
