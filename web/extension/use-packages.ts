import { useEffect, useState } from 'react'
import { fetchText } from '../fetch-evidence.ts'
import { parseSums, type Sum } from '../parse-sums.ts'

/** `asking` until the gateway has said; null where it has none. */
export type OfferedPackage = Sum | 'asking' | 'being built' | null

type Packages =
  | 'asking'
  | 'being built'
  /** One for a browser at most. */
  | { readonly chrome: Sum | null; readonly firefox: Sum | null }

const none = { chrome: null, firefox: null } as const
const askAgainMs = 2_000

/** Which packages the gateway has, each with the digest that it names; asked again while they are being built. */
export function usePackages(gateway: string): Packages {
  const [packages, setPackages] = useState<Packages>('asking')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true
    const show = (found: Packages) => {
      if (!isCurrent) return
      setPackages(found)
      if (found === 'being built') timer = setTimeout(ask, askAgainMs)
    }
    const ask = () => {
      fetchText(gateway, '/extension/SHA256SUMS.txt').then(
        (text) => show(text === 'not yet' ? 'being built' : packagesOf(text ?? '')),
        () => show(none),
      )
    }
    ask()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [gateway])
  return packages
}

function packagesOf(text: string): Packages {
  const sums = parseSums(text)
  const of = (browser: string) => sums.find(({ name }) => name.endsWith(`-${browser}.zip`)) ?? null
  return { chrome: of('chrome'), firefox: of('firefox') }
}
