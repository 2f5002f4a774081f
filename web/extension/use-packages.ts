import { useEffect, useState } from 'react'
import { fetchText } from '../fetch-evidence.ts'
import { parseSums, type Sum } from '../parse-sums.ts'

export type Packages =
  | 'asking'
  /** Built by the gateway's operator; one for a browser at most. */
  | { readonly chrome: Sum | null; readonly firefox: Sum | null }

const none = { chrome: null, firefox: null } as const

/** Which packages the gateway has, each with the digest that it names. */
export function usePackages(gateway: string): Packages {
  const [packages, setPackages] = useState<Packages>('asking')
  useEffect(() => {
    let isCurrent = true
    fetchText(gateway, '/extension/SHA256SUMS.txt').then(
      (text) => isCurrent && setPackages(packagesOf(text ?? '')),
      () => isCurrent && setPackages(none),
    )
    return () => {
      isCurrent = false
    }
  }, [gateway])
  return packages
}

function packagesOf(text: string): Packages {
  const sums = parseSums(text)
  const of = (browser: string) => sums.find(({ name }) => name.endsWith(`-${browser}.zip`)) ?? null
  return { chrome: of('chrome'), firefox: of('firefox') }
}
