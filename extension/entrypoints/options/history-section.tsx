import { optionsWords as words } from '#shared/words/english/extension/options.ts'
import { useState } from 'react'
import { AnswerItem } from '../../ui/answer-item.tsx'
import { Section } from './section.tsx'
import { useAnswers } from './use-answers.ts'

const pageLength = 50
const longestSearch = 200

/** Every answer that is kept, newest first. */
export function HistorySection() {
  const [asked, setAsked] = useState({ search: '', skip: 0 })
  const { answers, total } = useAnswers(asked)
  const { skip } = asked

  return (
    <Section title={words.history} lead={words.historyLead}>
      <div className="row">
        <input
          className="grow"
          type="search"
          aria-label={words.searchIn}
          placeholder={words.search}
          maxLength={longestSearch}
          value={asked.search}
          onChange={({ target }) => setAsked({ search: target.value, skip: 0 })}
        />
      </div>
      <p className="soft-text" role="status">
        {words.answers(total)}
        {total > pageLength && words.fromTo(skip + 1, skip + answers.length)}
      </p>
      <ul className="list">
        {answers.map((answer) => (
          <AnswerItem
            key={answer.card.digest}
            answer={{ said: answer.card, answer }}
            length="whole"
            site="shown"
          />
        ))}
      </ul>
      {total > pageLength && (
        <div className="row">
          <button
            type="button"
            disabled={skip === 0}
            onClick={() => setAsked({ ...asked, skip: skip - pageLength })}
          >
            {words.newer}
          </button>
          <button
            type="button"
            disabled={skip + pageLength >= total}
            onClick={() => setAsked({ ...asked, skip: skip + pageLength })}
          >
            {words.older}
          </button>
        </div>
      )}
    </Section>
  )
}
