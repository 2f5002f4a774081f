import { useEffect, useState } from 'react'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { Copyable } from '../../components/copyable.tsx'
import { packFragment } from '../../judge/fragment.ts'
import { provenSides, shareDocument, type Shareable } from '../../judge/share-document.ts'
import { DownloadButton } from './download-button.tsx'
import { judgedWords as words } from '#shared/words/english/pages/judged.ts'

interface SharePanelProps {
  readonly shareable: Shareable
  /** The address of links, without the `#`; null if no link can work. */
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
      <h2 id="share-title">{words.shareTitle}</h2>
      <p>{words.share}</p>
      <div className="row choices">
        <label>
          <input type="checkbox" checked disabled /> {words.shareReceipt}
        </label>
        {(['prompt', 'response'] as const).map((side) => (
          <label key={side}>
            <input
              type="checkbox"
              checked={sides[side] && proven[side]}
              disabled={!proven[side]}
              onChange={({ target }) => setSides({ ...sides, [side]: target.checked })}
            />{' '}
            {side === 'prompt' ? words.sharePrompt : words.shareResponse}
            {!proven[side] && words.shareNotOpened}
          </label>
        ))}
        {shareable.enclave !== null && (
          <label>
            <input
              type="checkbox"
              checked={enclave}
              onChange={({ target }) => setEnclaveChoice(target.checked)}
            />{' '}
            {words.shareEnclave}
          </label>
        )}
      </div>
      {shareable.enclave !== null && <p className="hint">{words.shareEnclaveHint}</p>}
      {(link !== null || linkBase === null) && (
        <>
          {link !== null && <Copyable text={link} what={words.theLink} />}
          <div className="row">
            <DownloadButton
              name={isReceipt ? 'receipt.json' : 'disclosure.json'}
              text={`${JSON.stringify(document, null, 2)}\n`}
            />
          </div>
          {link !== null && <p className="hint">{words.linkHint}</p>}
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
