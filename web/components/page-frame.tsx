import type { ReactNode } from 'react'
import { SealMark } from '#shared/ui/seal-mark.tsx'
import { pageWords as words } from '#shared/words/english/pages/page-frame.ts'

const places = [
  { id: 'verify', name: words.verify },
  { id: 'catalogue', name: words.models },
  { id: 'extension', name: words.extension },
  { id: 'limits', name: words.limits },
  { id: 'keys', name: words.keys },
  { id: 'docs', name: words.api },
] as const

interface PageFrameProps {
  readonly current: 'home' | 'verify' | 'catalogue' | 'extension' | 'limits' | 'keys' | 'privacy'
  /** A page saved to a disk has no others to lead to. */
  readonly navigation?: 'shown' | 'left-out'
  readonly children: ReactNode
}

export function PageFrame({ current, navigation = 'shown', children }: PageFrameProps) {
  const up = current === 'home' ? '.' : '..'
  return (
    <>
      <a className="skip-link" href="#main">
        {words.toContent}
      </a>
      <header className="masthead">
        {navigation === 'shown' ? (
          <a
            className="wordmark"
            href={`${up}/`}
            aria-current={current === 'home' ? 'page' : undefined}
          >
            <SealMark /> Countersign
          </a>
        ) : (
          <span className="wordmark">
            <SealMark /> Countersign
          </span>
        )}
        {navigation === 'shown' && (
          <nav aria-label={words.pages}>
            {places.map(({ id, name }) => (
              <a key={id} href={`${up}/${id}/`} aria-current={id === current ? 'page' : undefined}>
                {name}
              </a>
            ))}
          </nav>
        )}
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
