import type { SignerState } from './use-signer.ts'
import { verifyWords as words } from '#shared/words/english/pages/verify-page.ts'

/** Loud, and beside the form rather than in it: it must be seen where the form is folded away. */
export function ChangedSigner({ signer }: { readonly signer: SignerState }) {
  const { changed } = signer
  if (changed === null) return null
  const isRetired = changed.history.retired.some(({ address }) => address === changed.pinned)
  return (
    <div className="alert" role="alert">
      <p>
        <strong>{words.changed(new URL(changed.gateway).host)}</strong> {words.pinned}{' '}
        <code className="address">{changed.pinned}</code>. {words.publishes}{' '}
        <code className="address">{changed.history.current.address}</code>{' '}
        {isRetired ? words.retired : words.unknown} {words.askOperator}
      </p>
      <button type="button" onClick={() => signer.acceptChange()}>
        {words.accept}
      </button>
    </div>
  )
}
