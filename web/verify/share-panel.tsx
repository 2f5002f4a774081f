import { useEffect, useMemo, useState } from 'react'
import { utf8ToBytes } from '#shared/bytes.ts'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import type { Exchange } from '#shared/svc/verify-answer.ts'
import type { Verdict } from '#shared/verdict.ts'
import { Copyable } from '../components/copyable.tsx'
import { packFragment } from '../judge/fragment.ts'
import type { Salts } from '../judge/salts-of.ts'
import { provenSides, shareDocument } from '../judge/share-document.ts'
import { DownloadButton } from './download-button.tsx'
import { QrCode } from './qr-code.tsx'

interface SharePanelProps {
  readonly receipt: Receipt
  readonly verdict: Verdict
  readonly opened: Exchange
  readonly salts: Salts
  /** Of links, up to and without the `#`; null where no link can lead. */
  readonly linkBase: string | null
}

/** Makes what somebody else can check: the receipt alone, or with one side of the exchange, or both. */
export function SharePanel({ receipt, verdict, opened, salts, linkBase }: SharePanelProps) {
  const [sides, setSides] = useState({ prompt: false, response: false })
  const shareable = useMemo(
    () => ({ receipt, verdict, opened, salts }),
    [receipt, verdict, opened, salts],
  )
  const proven = provenSides(shareable)
  const document = shareDocument(shareable, sides)
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
      </div>
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
