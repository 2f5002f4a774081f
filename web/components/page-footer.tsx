import { useEffect, useState } from 'react'
import { fetchText } from '../fetch-evidence.ts'
import { gatewayAt } from '../gateway-at.ts'
import { parseSums } from '../parse-sums.ts'

/** What is served here, so that it can be compared with what others were served, and with its source. */
export function PageFooter({ up }: { readonly up: '.' | '..' }) {
  const digest = useServedDigest(up)
  const { source } = packageFacts
  return (
    <footer className="page-footer">
      <p>
        <Version />
        {' · '}
        <a href={`${up}/LICENSE.txt`}>{packageFacts.licence}</a>
        {source !== null && (
          <>
            {' · '}
            <a href={source}>Source</a>
          </>
        )}
        {' · '}
        <a href={`${up}/privacy/`}>Privacy</a>
      </p>
      <p>
        SHA-256 of <a href={`${up}/SHA256SUMS.txt`}>the pages served here</a>:{' '}
        <code>{digest ?? 'not known'}</code>. The same source gives the same.
      </p>
    </footer>
  )
}

/** Of the page that was saved to a disk, which can tell nothing of itself. */
export function SavedFooter() {
  return (
    <footer className="page-footer">
      <p>
        <Version /> · {packageFacts.licence} · A saved page: compare the SHA-256 of this file with
        one that you trust.
      </p>
    </footer>
  )
}

function Version() {
  return <>Countersign {packageFacts.version}</>
}

function useServedDigest(up: '.' | '..'): string | null {
  const [digest, setDigest] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    fetchText(gatewayAt(up), '/SHA256SUMS.txt.sha256').then(
      (text) => isCurrent && setDigest(parseSums(text ?? '')[0]?.digest ?? null),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [up])
  return digest
}
