import { useState } from 'react'
import { useLimitedField } from '../../components/use-limited-field.ts'
import { signerName, type SignerSource } from '../../judge/signer-source.ts'
import { describeOperator } from '#shared/limits-statement/describe-operator.ts'
import { signerNameWords } from '#shared/words/english/pages/signer-names.ts'
import { isForeign } from './signed-by.ts'
import type { SignerState } from './use-signer.ts'
import { verifyWords as words } from '#shared/words/english/pages/verify-page.ts'

interface SignerPanelProps {
  readonly signer: SignerState
  /** The signer that the file names; null without a file. */
  readonly signedBy: string | null
  /** The gateway asked at first, or '' when there is none. */
  readonly proposed: string
  readonly network: 'asks the gateway' | 'none'
}

/** The statement of limits has a few thousand. */
const textLimit = 64_000

/** The form for the signer that the reader expects; the judged file never fills it. */
export function SignerPanel({ signer, signedBy, proposed, network }: SignerPanelProps) {
  const [text, setText] = useState(proposed)
  const { complaint, onPaste, onChange } = useLimitedField(textLimit, setText)
  return (
    <section className="signer-panel" aria-labelledby="signer-title">
      <h2 id="signer-title">{words.signerTitle}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void signer.use(text)
        }}
      >
        <label htmlFor="signer-text">
          {network === 'none' ? words.signerOffline : words.signer}
        </label>
        <div className="row">
          <input
            id="signer-text"
            value={text}
            spellCheck={false}
            autoComplete="off"
            placeholder={network === 'none' ? '0x…' : words.signerPlaceholder}
            onPaste={onPaste}
            onChange={onChange}
          />
          <button type="submit" disabled={signer.asking}>
            {words.useSigner}
          </button>
        </div>
      </form>
      {complaint !== null && <p className="problem">{complaint}</p>}
      {isForeign(signedBy, signer.source) && (
        <p role="status">{signerNameWords.somebodyElse(signerName(signer.source))}</p>
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
      {asking && <p>{words.asking}</p>}
      {problem !== null && <p className="problem">{problem}</p>}
      {source.kind === 'none' ? (
        !asking && <p>{words.noSigner}</p>
      ) : (
        <p>
          {source.kind === 'typed' ? words.typed : `${signerName(source)} ${verbs[source.kind]}`}{' '}
          <code className="address">{source.history.current.address}</code>
          {retiredWords(source)}
        </p>
      )}
      {source.kind === 'gateway' && signer.pins[source.gateway] === undefined && (
        <button type="button" className="quiet" onClick={() => signer.pin()}>
          {words.pin}
        </button>
      )}
      {source.kind === 'gateway' && source.operator && <p>{describeOperator(source.operator)}</p>}
    </div>
  )
}

function retiredWords({ kind, history }: Exclude<SignerSource, { kind: 'none' }>): string {
  const { length } = history.retired
  if (length === 0) return ''
  return kind === 'pin' ? words.inItsTerms : words.andRetired(length)
}

const verbs = {
  gateway: words.verbPublishes,
  pin: words.verbPinned,
  drill: words.verbIs,
  example: words.verbIs,
} as const

function PinList({ signer }: { readonly signer: SignerState }) {
  const entries = Object.entries(signer.pins)
  if (entries.length === 0) return null
  return (
    <details>
      <summary>{words.pins(entries.length)}</summary>
      <ul className="pins">
        {entries.map(([gateway, address]) => (
          <li key={gateway}>
            {gateway} <code className="address">{address}</code>
            <button type="button" className="quiet" onClick={() => void signer.judgeByPin(gateway)}>
              {words.usePin}
            </button>
            <button type="button" className="quiet" onClick={() => signer.unpin(gateway)}>
              {words.forget}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
