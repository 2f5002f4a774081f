import { optionsWords as words } from '#shared/words/english/extension/options.ts'
import { useState } from 'react'
import type { ShownSettings } from '../../messages/ui-requests.ts'
import { AnswerItem } from '../../ui/answer-item.tsx'
import { OriginFilter } from './origin-filter.tsx'
import { Section } from './section.tsx'
import { useAnswers } from './use-answers.ts'

const pageLength = 50
const longestSearch = 200

/** Every answer that is kept, newest first. */
export function HistorySection({ settings }: { readonly settings: ShownSettings }) {
  const [asked, setAsked] = useState<Parameters<typeof useAnswers>[0]>({
    origin: null,
    gateway: null,
    search: '',
    skip: 0,
  })
  const { answers, total } = useAnswers(asked)
  const { skip } = asked
  const narrow = (next: Partial<typeof asked>) => setAsked({ ...asked, ...next, skip: 0 })

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
          onChange={({ target }) => narrow({ search: target.value })}
        />
        <OriginFilter
          label={words.site}
          every={words.everySite}
          origins={settings.sites}
          chosen={asked.origin}
          choose={(origin) => narrow({ origin })}
        />
        <OriginFilter
          label={words.gateway}
          every={words.everyGateway}
          origins={settings.gateways.map(({ origin }) => origin)}
          chosen={asked.gateway ?? null}
          choose={(gateway) => narrow({ gateway })}
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
