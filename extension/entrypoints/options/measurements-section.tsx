import { useState } from 'react'
import type { ShownSettings } from '../../messages/ui-requests.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { useAct } from '../../ui/use-act.ts'

/** What an enclave must measure to before anything is encrypted to it. */
export function MeasurementsSection({ settings }: { readonly settings: ShownSettings }) {
  const own = settings.measurements === null ? '' : JSON.stringify(settings.measurements, null, 2)
  const [text, setText] = useState(own)
  const [told, setTold] = useState<string | null>(null)
  const { act, problem } = useAct()
  const set = (values: string | null, sentence: string) =>
    act(async () => {
      setTold(null)
      await askBackground({ kind: 'set-measurements', text: values })
      setTold(sentence)
    })

  return (
    <section id="measurements" aria-labelledby="measurements-title">
      <h2 id="measurements-title">Accepted measurements</h2>
      <p>
        An enclave proves which software runs in it. Paste here what it must measure to, from
        somebody who built that software again. Shipped with this extension are the values of the
        simulated enclave alone, which count in development mode: until you paste values, no
        hardware enclave is encrypted to.
      </p>
      <textarea
        aria-label="Reference values, JSON"
        rows={8}
        spellCheck={false}
        placeholder='{"compose_hashes": ["…"], "app_ids": ["…"], "kms_roots": ["…"], "platforms": […]}'
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="row">
        <button type="button" onClick={() => set(text, 'These values are accepted from now on.')}>
          Accept these values
        </button>
        <button
          type="button"
          onClick={() => {
            setText('')
            set(null, 'Only the shipped values are accepted.')
          }}
        >
          Back to the shipped values
        </button>
      </div>
      <p role="status">{told}</p>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}
