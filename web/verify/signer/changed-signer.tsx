import type { SignerState } from './use-signer.ts'

/** Loud, and beside the form rather than in it: it must be seen where the form is folded away. */
export function ChangedSigner({ signer }: { readonly signer: SignerState }) {
  const { changed } = signer
  if (changed === null) return null
  const isRetired = changed.history.retired.some(({ address }) => address === changed.pinned)
  return (
    <div className="alert" role="alert">
      <p>
        <strong>{new URL(changed.gateway).host} changed its signer.</strong> You pinned{' '}
        <code className="address">{changed.pinned}</code>; it now publishes{' '}
        <code className="address">{changed.history.current.address}</code>
        {isRetired ? ' and calls yours retired.' : ' and does not know yours.'} Ask its operator
        before you accept it. Until then the pinned one judges.
      </p>
      <button type="button" onClick={() => signer.acceptChange()}>
        Accept the new signer
      </button>
    </div>
  )
}
