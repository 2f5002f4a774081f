import { CopyButton } from '#shared/ui/copy-button.tsx'
import { MoreButton } from './more-button.tsx'
import { useSlices } from './use-slices.ts'
import { pageWords as words } from '#shared/words/english/pages/page-frame.ts'

interface CopyableProps {
  readonly text: string
  readonly what: string
}

/** Text to take away: the button copies all of it, also where only its beginning is drawn. */
export function Copyable({ text, what }: CopyableProps) {
  const slices = useSlices(text)
  return (
    <div className="copyable">
      <pre tabIndex={0} role="group" aria-label={what}>
        {slices.part}
      </pre>
      <CopyButton
        text={text}
        label={words.copy}
        name={words.copyWhat(what)}
        look="quiet"
        failure={words.copyByHand}
      />
      <MoreButton {...slices} />
    </div>
  )
}
