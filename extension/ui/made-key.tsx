import { CopyButton } from '#shared/ui/copy-button.tsx'

interface MadeKeyProps {
  /** It stands here and on no other page, ever. */
  readonly text: string
  readonly done: () => void
}

export function MadeKey({ text, done }: MadeKeyProps) {
  return (
    <section className="sheet" aria-labelledby="made-title">
      <h2 id="made-title">Your key. It is shown this once.</h2>
      <code className="address">{text}</code>
      <div className="row">
        <CopyButton text={text} label="Copy the key" />
        <button type="button" className="primary" onClick={done}>
          Go on
        </button>
      </div>
      <p className="soft-text">
        Copy it now if your chat page is to use it, and keep it like a password: who has it asks in
        your name. This extension keeps it too, uses it on a site only where you say so, and gives
        it to no page.
      </p>
    </section>
  )
}
