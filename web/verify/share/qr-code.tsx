import { lazy, Suspense, useState } from 'react'
import { PartMissing } from '../../components/part-missing.tsx'
import { judgedWords as words } from '#shared/words/english/pages/judged.ts'

/** Most bytes that a QR code holds at its lowest error correction. */
const limitBytes = 2_900

const QrPicture = lazy(() =>
  import('./qr-picture.tsx').then(
    (module) => ({ default: module.QrPicture }),
    () => ({ default: PartMissing }),
  ),
)

export function QrCode({ text }: { readonly text: string }) {
  const [isShown, setIsShown] = useState(false)
  if (text.length > limitBytes) return <span className="hint">{words.qrTooLong}</span>
  return (
    <>
      <button type="button" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? words.qrHide : words.qrShow}
      </button>
      {isShown && (
        <Suspense>
          <QrPicture text={text} />
        </Suspense>
      )}
    </>
  )
}
