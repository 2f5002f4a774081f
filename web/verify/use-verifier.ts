import { useEffect, useState } from 'react'
import type * as judgedDocument from './judged-document.tsx'

export type Verifier = typeof judgedDocument

const signsOfUse = ['focusin', 'pointerdown', 'dragenter', 'paste'] as const

/**
 * The part of the page that judges: a third of it, which comes with the first sign of use and is mostly
 * there before there is something to judge. (React's `lazy` would hold back the first verdict for 300 ms.)
 * @param file `given` as soon as there is something to judge
 */
export function useVerifier(file: 'none' | 'given'): Verifier | 'loading' | 'failed' {
  const [verifier, setVerifier] = useState<Verifier | 'loading' | 'failed'>('loading')
  useEffect(() => {
    const load = () => {
      import('./judged-document.tsx').then(setVerifier, () => setVerifier('failed'))
    }
    if (file === 'given') load()
    const used = new AbortController()
    for (const sign of signsOfUse) {
      addEventListener(sign, load, { once: true, passive: true, signal: used.signal })
    }
    return () => used.abort()
  }, [file])
  return verifier
}
