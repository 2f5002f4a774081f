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
    <Section
      title="Accepted measurements"
      lead="An enclave proves which software runs in it. The extension encrypts only to software you accept."
    >
      <p>
        {measurements === null
          ? 'In use: the values shipped with this extension. They are those of the simulated enclave, which counts in development mode alone: until you paste values, no hardware enclave is encrypted to.'
          : 'In use: your own values, below. A simulated enclave, in development mode, is still held against the shipped ones.'}
      </p>
      <label htmlFor="values">
        Your own, from somebody who built that software again and measured it
      </label>
      <textarea
        id="values"
        aria-label="Reference values, JSON"
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
          onClick={() => set(text, 'These values are accepted from now on.')}
        >
          Accept these values
        </button>
        {measurements !== null && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => set(null, 'Only the shipped values are accepted.')}
          >
            Back to the shipped values
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
      <summary>What each member is</summary>
      <dl>
        <dt>
          <code>compose_hashes</code>
        </dt>
        <dd>SHA-256 of each accepted file that says which programs run.</dd>
        <dt>
          <code>direct_compose_hashes</code>
        </dt>
        <dd>
          Those of them that host the model themselves, with no other company’s machine behind.
        </dd>
        <dt>
          <code>app_ids</code>
        </dt>
        <dd>The accepted workloads.</dd>
        <dt>
          <code>kms_roots</code>
        </dt>
        <dd>Root keys of the key management, compressed secp256k1.</dd>
        <dt>
          <code>platforms</code>
        </dt>
        <dd>MRTD and RTMR0 to RTMR2 of each accepted guest image and shape.</dd>
        <dt>
          <code>os_image_hashes</code>
        </dt>
        <dd>In place of platforms, and weaker: the guest states them itself.</dd>
      </dl>
    </details>
  )
}
