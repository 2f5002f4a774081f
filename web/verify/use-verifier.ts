import { useEffect, useState } from 'react'
import type * as judgedSubject from './judged-subject.tsx'

type Verifier = typeof judgedSubject

/**
 * The part of the page that judges. The form is there first and this follows at once, whether or not
 * there is something to judge. (React's `lazy` would hold back the first verdict for 300 ms.)
 */
export function useVerifier(): Verifier | 'loading' | 'failed' {
  const [verifier, setVerifier] = useState<Verifier | 'loading' | 'failed'>('loading')
  useEffect(() => {
    import('./judged-subject.tsx').then(setVerifier, () => setVerifier('failed'))
  }, [])
  return verifier
}
