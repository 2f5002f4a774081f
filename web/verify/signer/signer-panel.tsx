import { useState } from 'react'
import { useLimitedField } from '../../components/use-limited-field.ts'
import { signerName, type SignerSource } from '../../judge/signer-source.ts'
import { describeOperator } from '#shared/limits-statement/describe-operator.ts'
import { signerWords } from '#shared/words/english/signer.ts'
import { isForeign } from './signed-by.ts'
import type { SignerState } from './use-signer.ts'

interface SignerPanelProps {
  readonly signer: SignerState
  /** Whom the file names as its signer; null where there is no such file. */
  readonly signedBy: string | null
  /** The gateway asked at first, or '' when there is none. */
  readonly proposed: string
  readonly network: 'asks the gateway' | 'none'
}

/** The statement of limits has a few thousand. */
const textLimit = 64_000

/** Whom the reader expects to have signed; the file under test is never asked. */
export function SignerPanel({ signer, signedBy, proposed, network }: SignerPanelProps) {
  const [text, setText] = useState(proposed)
  const { complaint, onPaste, onChange } = useLimitedField(textLimit, setText)
  return (
    <section className="signer-panel" aria-labelledby="signer-title">
      <h2 id="signer-title">Who must have signed it</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void signer.use(text)
        }}
      >
        <label htmlFor="signer-text">
          {network === 'none'
            ? 'A signing address, or the text of the gateway’s /api/limits'
            : 'The gateway that you used, or a signing address'}
        </label>
        <div className="row">
          <input
            id="signer-text"
            value={text}
            spellCheck={false}
            autoComplete="off"
            placeholder={network === 'none' ? '0x…' : 'https://gateway.example or 0x…'}
            onPaste={onPaste}
            onChange={onChange}
          />
          <button type="submit" disabled={signer.asking}>
            Use it
          </button>
        </div>
      </form>
      {complaint !== null && <p className="problem">{complaint}</p>}
      {isForeign(signedBy, signer.source) && (
        <p className="problem" role="status">
          {signerWords.somebodyElse(signerName(signer.source))}
        </p>
      )}
      <SignerSourceLine signer={signer} />
      <PinList signer={signer} />
    </section>
  )
}

function SignerSourceLine({ signer }: { readonly signer: SignerState }) {
  const { source, problem, asking } = signer
  return (
    <div className="signer-source" aria-live="polite">
      {asking && <p>Asking…</p>}
      {problem !== null && <p className="problem">{problem}</p>}
      {source.kind === 'none' ? (
        !asking && (
          <p>No signer is named yet. One that stands in a file proves only who wrote the file.</p>
        )
      ) : (
        <p>
          {source.kind === 'typed' ? 'You typed' : `${signerName(source)} ${verbs[source.kind]}`}{' '}
          <code className="address">{source.history.current.address}</code>
          {retiredWords(source)}{' '}
          {source.kind === 'gateway' && signer.pins[source.gateway] === undefined && (
            <button type="button" className="quiet" onClick={() => signer.pin()}>
              Pin it in this browser
            </button>
          )}
        </p>
      )}
      {source.kind === 'gateway' && source.operator && <p>{describeOperator(source.operator)}</p>}
    </div>
  )
}

function retiredWords({ kind, history }: Exclude<SignerSource, { kind: 'none' }>): string {
  const { length } = history.retired
  if (length === 0) return ''
  return kind === 'pin' ? ', in the terms that it now gives it' : ` and ${length} retired`
}

const verbs = {
  gateway: 'publishes',
  pin: 'is pinned to',
  drill: 'is',
  example: 'is',
} as const

function PinList({ signer }: { readonly signer: SignerState }) {
  const entries = Object.entries(signer.pins)
  if (entries.length === 0) return null
  return (
    <details>
      <summary>Pinned in this browser: {entries.length}</summary>
      <ul className="pins">
        {entries.map(([gateway, address]) => (
          <li key={gateway}>
            {gateway} <code className="address">{address}</code>
            <button type="button" className="quiet" onClick={() => void signer.judgeByPin(gateway)}>
              Use
            </button>
            <button type="button" className="quiet" onClick={() => signer.unpin(gateway)}>
              Forget
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
