import { lazy, Suspense, useState } from 'react'
import { PartMissing } from '../../components/part-missing.tsx'

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
  if (text.length > limitBytes) return <span className="hint">Too long for a QR code.</span>
  return (
    <>
      <button type="button" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? 'Hide the QR code' : 'Show as QR code'}
      </button>
      {isShown && (
        <Suspense>
          <QrPicture text={text} />
        </Suspense>
      )}
    </>
  )
}
