import { extensionWords as words } from '#shared/words/english/extension/extension-parts.ts'
import { CopyButton } from '#shared/ui/copy-button.tsx'

interface MadeKeyProps {
  /** It stands here and on no other page, ever. */
  readonly text: string
  readonly done: () => void
}

export function MadeKey({ text, done }: MadeKeyProps) {
  return (
    <section className="sheet" aria-labelledby="made-title">
      <h2 id="made-title">{words.madeKey}</h2>
      <code className="address">{text}</code>
      <div className="row">
        <CopyButton text={text} label={words.copyKey} />
        <button type="button" className="primary" onClick={done}>
          {words.goOn}
        </button>
      </div>
      <p className="soft-text">{words.madeKeyMeans}</p>
    </section>
  )
}
