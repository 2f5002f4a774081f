import type { ReactNode } from 'react'
import { Copyable } from '../components/copyable.tsx'
import type { Sum } from '../parse-sums.ts'

interface PackagePanelProps {
  readonly title: string
  /** `asking` until the gateway has said; null where it has none. */
  readonly file: Sum | null | 'asking'
  /** What makes it from the sources. */
  readonly command: string
  /** Steps of the installation. */
  readonly children: ReactNode
}

/** One browser: its package with the digest, or the way to make it, and how it is installed. */
export function PackagePanel({ title, file, command, children }: PackagePanelProps) {
  return (
    <section className="package" aria-label={title}>
      <h2>{title}</h2>
      <div className="package-file">
        {file === 'asking' && <p role="status">Asking the gateway for its package…</p>}
        {file === null && (
          <>
            <p>This gateway has no package for it. From the sources it is made by</p>
            <Copyable text={command} what={`the command for ${title}`} />
          </>
        )}
        {file !== null && file !== 'asking' && (
          <>
            <p>
              <a className="button primary" href={`./${file.name}`} download>
                {file.name}
              </a>
            </p>
            <p className="hint">
              SHA-256 <code>{file.digest}</code>
            </p>
          </>
        )}
      </div>
      <ol>{children}</ol>
    </section>
  )
}
