import { useEffect, useState } from 'react'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { Copyable } from '../../components/copyable.tsx'
import { packFragment } from '../../judge/fragment.ts'
import { provenSides, shareDocument, type Shareable } from '../../judge/share-document.ts'
import { DownloadButton } from './download-button.tsx'
import { QrCode } from './qr-code.tsx'

interface SharePanelProps {
  readonly shareable: Shareable
  /** Of links, up to and without the `#`; null where no link can lead. */
  readonly linkBase: string | null
}

/** Makes what somebody else can check: the receipt alone, or with one side of the exchange, or both. */
export function SharePanel({ shareable, linkBase }: SharePanelProps) {
  const [sides, setSides] = useState({ prompt: false, response: false })
  const [enclaveChoice, setEnclaveChoice] = useState<boolean | null>(null)
  const proven = provenSides(shareable)
  // Its digest of the request has no salt, which gives nothing away once the request is shown.
  const enclave = enclaveChoice ?? (sides.prompt && proven.prompt)
  const document = shareDocument(shareable, { ...sides, enclave })
  const text = JSON.stringify(document)
  const link = useLink(text, linkBase)
  const isReceipt = !('type' in document)

  return (
    <section aria-labelledby="share-title" className="share-panel">
      <h2 id="share-title">Show it to somebody</h2>
      <p>
        A receipt holds no words of the exchange. A disclosure adds the side you choose, and proves
        it; the other side stays hidden, unless its words are repeated in the first.
      </p>
      <div className="row choices">
        <label>
          <input type="checkbox" checked disabled /> The receipt
        </label>
        {(['prompt', 'response'] as const).map((side) => (
          <label key={side}>
            <input
              type="checkbox"
              checked={sides[side] && proven[side]}
              disabled={!proven[side]}
              onChange={({ target }) => setSides({ ...sides, [side]: target.checked })}
            />{' '}
            {side === 'prompt' ? 'What was asked' : 'What was answered'}
            {!proven[side] && ' (not opened here)'}
          </label>
        ))}
        {shareable.enclave !== null && (
          <label>
            <input
              type="checkbox"
              checked={enclave}
              onChange={({ target }) => setEnclaveChoice(target.checked)}
            />{' '}
            The enclave’s receipt
          </label>
        )}
      </div>
      {shareable.enclave !== null && (
        <p className="hint">
          With the enclave’s receipt, and its evidence, others can check what the enclave signed. It
          holds a digest of the whole request without a salt: whoever guesses the request can tell.
        </p>
      )}
      {(link !== null || linkBase === null) && (
        <>
          {link !== null && <Copyable text={link} what="the link" />}
          <div className="row">
            <DownloadButton
              name={isReceipt ? 'receipt.json' : 'disclosure.json'}
              text={`${JSON.stringify(document, null, 2)}\n`}
            />
            {link !== null && <QrCode text={link} />}
          </div>
          {link !== null && (
            <p className="hint">
              What the link holds stands behind its #, which no browser sends to a server.
            </p>
          )}
        </>
      )}
    </section>
  )
}

function useLink(text: string, linkBase: string | null): string | null {
  const [packed, setPacked] = useState<{ text: string; fragment: string } | null>(null)
  useEffect(() => {
    if (linkBase === null) return
    let isCurrent = true
    void packFragment(utf8ToBytes(text)).then((fragment) => {
      if (isCurrent) setPacked({ text, fragment })
    })
    return () => {
      isCurrent = false
    }
  }, [text, linkBase])
  return linkBase !== null && packed?.text === text ? `${linkBase}#${packed.fragment}` : null
}
