import { Phrase } from '#shared/ui/phrase.tsx'
import { useEffect, useState } from 'react'
import { fetchText } from '../fetch-evidence.ts'
import { parseSums } from '../parse-sums.ts'
import { pageWords as words } from '#shared/words/english/pages/page-frame.ts'

interface PageFooterProps {
  /** The path from the page's folder to the folder of all pages. */
  readonly up: '.' | '..'
  readonly gateway: string
}

/** What is served here, so that it can be compared with what others were served, and with its source. */
export function PageFooter({ up, gateway }: PageFooterProps) {
  const digest = useServedDigest(gateway)
  const { version, licence, source } = packageFacts
  return (
    <footer className="page-footer">
      <p>
        Countersign {version}
        {' · '}
        <a href={`${up}/LICENSE.txt`}>{licence}</a>
        {' · '}
        <a href={`${up}/NOTICES.txt`}>{words.libraries}</a>
        {' · '}
        <a href={`${up}/FONT-LICENSE.txt`}>{words.font}</a>
        {source !== null && (
          <>
            {' · '}
            <a href={source}>{words.source}</a>
          </>
        )}
        {' · '}
        <a href={`${up}/privacy/`}>{words.privacy}</a>
      </p>
      <p>
        <Phrase
          text={words.served(digest ?? words.unknownDigest)}
          links={[{ href: `${up}/SHA256SUMS.txt` }]}
        />
      </p>
    </footer>
  )
}

function useServedDigest(gateway: string): string | null {
  const [digest, setDigest] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    fetchText(gateway, '/SHA256SUMS.txt.sha256').then(
      (text) => isCurrent && setDigest(parseSums(text ?? '')[0]?.digest ?? null),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [gateway])
  return digest
}
