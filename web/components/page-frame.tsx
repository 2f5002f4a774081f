import type { ReactNode } from 'react'
import { SealMark } from '#shared/ui/seal-mark.tsx'

const places = [
  { id: 'verify', href: '/verify', name: 'Verify' },
  { id: 'limits', href: '/limits', name: 'Limits' },
  { id: 'keys', href: '/keys', name: 'Keys' },
  { id: 'docs', href: '/docs/', name: 'Reference' },
] as const

interface PageFrameProps {
  readonly current: 'home' | 'verify' | 'limits' | 'keys'
  /** A page saved to a disk has no others to lead to. */
  readonly navigation?: 'shown' | 'left-out'
  readonly children: ReactNode
}

export function PageFrame({ current, navigation = 'shown', children }: PageFrameProps) {
  return (
    <>
      <a className="skip-link" href="#main">
        To the content
      </a>
      <header className="masthead">
        {navigation === 'shown' ? (
          <a className="wordmark" href="/" aria-current={current === 'home' ? 'page' : undefined}>
            <SealMark /> Countersign
          </a>
        ) : (
          <span className="wordmark">
            <SealMark /> Countersign
          </span>
        )}
        {navigation === 'shown' && (
          <nav aria-label="Pages">
            {places.map(({ id, href, name }) => (
              <a key={id} href={href} aria-current={id === current ? 'page' : undefined}>
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
