import { optionsWords as words } from '#shared/words/english/extension/options.ts'
import { useState } from 'react'
import type { ShownSettings } from '../../messages/ui-requests.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { useAct } from '../../ui/use/use-act.ts'
import { Section } from './section.tsx'

/** What an enclave must measure to before anything is encrypted to it. */
export function MeasurementsSection({ settings }: { readonly settings: ShownSettings }) {
  const { measurements } = settings
  const [text, setText] = useState(
    measurements === null ? '' : JSON.stringify(measurements, null, 2),
  )
  const [status, setStatus] = useState('')
  const { act, problem, isBusy } = useAct()
  const set = (values: string | null, sentence: string) =>
    act(async () => {
      setStatus('')
      await askBackground({ kind: 'set-measurements', text: values })
      if (values === null) setText('')
      setStatus(sentence)
    })

  return (
    <Section title={words.measurementsTitle} lead={words.measurementsLead}>
      <p>{measurements === null ? words.shippedInUse : words.ownInUse}</p>
      <label htmlFor="values">{words.ownValues}</label>
      <textarea
        id="values"
        aria-label={words.valuesField}
        rows={10}
        spellCheck={false}
        placeholder='{"compose_hashes": ["…"], "app_ids": ["…"], "kms_roots": ["…"], "platforms": […]}'
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="row">
        <button
          type="button"
          disabled={isBusy || text.trim() === ''}
          onClick={() => set(text, words.accepted)}
        >
          {words.accept}
        </button>
        {measurements !== null && (
          <button type="button" disabled={isBusy} onClick={() => set(null, words.onlyShipped)}>
            {words.backToShipped}
          </button>
        )}
      </div>
      <p role="status" className="what-came">
        {status}
      </p>
      <ProblemLine problem={problem} />
      <Members />
    </Section>
  )
}

function Members() {
  return (
    <details>
      <summary>{words.members}</summary>
      <dl>
        <dt>
          <code>compose_hashes</code>
        </dt>
        <dd>{words.composeHashes}</dd>
        <dt>
          <code>direct_compose_hashes</code>
        </dt>
        <dd>{words.directComposeHashes}</dd>
        <dt>
          <code>app_ids</code>
        </dt>
        <dd>{words.appIds}</dd>
        <dt>
          <code>kms_roots</code>
        </dt>
        <dd>{words.kmsRoots}</dd>
        <dt>
          <code>platforms</code>
        </dt>
        <dd>{words.platforms}</dd>
        <dt>
          <code>os_image_hashes</code>
        </dt>
        <dd>{words.osImageHashes}</dd>
      </dl>
    </details>
  )
}
