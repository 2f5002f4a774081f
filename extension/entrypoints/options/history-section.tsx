import { useEffect, useState } from 'react'
import type { UiAnswers } from '../../messages/ui-requests.ts'
import { AnswerItem } from '../../ui/answer-item.tsx'
import { askBackground } from '../../ui/ask-background.ts'

const pageLength = 50

/** Every answer that is kept, newest first. */
export function HistorySection() {
  const [search, setSearch] = useState('')
  const [skip, setSkip] = useState(0)
  const [found, setFound] = useState<UiAnswers['list-answers'] | null>(null)

  useEffect(() => {
    let isCurrent = true
    askBackground({ kind: 'list-answers', origin: null, search, skip }).then(
      (answers) => {
        if (isCurrent) setFound(answers)
      },
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [search, skip])

  const { answers = [], total = 0 } = found ?? {}
  return (
    <section id="history" aria-labelledby="history-title">
      <h2 id="history-title">History</h2>
      <label htmlFor="search">Search in sites, models, dates, states and, where kept, words</label>
      <input
        id="search"
        type="search"
        value={search}
        onChange={({ target }) => {
          setSkip(0)
          setSearch(target.value.slice(0, 200))
        }}
      />
      <p className="soft-text" role="status">
        {total === 1 ? '1 answer' : `${total} answers`}
      </p>
      <ul className="list">
        {answers.map((answer) => (
          <AnswerItem key={answer.card.digest} answer={answer} site="shown" />
        ))}
      </ul>
      {total > pageLength && (
        <div className="row">
          <button type="button" disabled={skip === 0} onClick={() => setSkip(skip - pageLength)}>
            Newer
          </button>
          <button
            type="button"
            disabled={skip + pageLength >= total}
            onClick={() => setSkip(skip + pageLength)}
          >
            Older
          </button>
        </div>
      )}
    </section>
  )
}
