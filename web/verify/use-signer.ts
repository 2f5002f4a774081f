import { useState } from 'react'
import { FormatError } from '#shared/errors.ts'
import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import type { SignerSource } from '../judge/signer-source.ts'
import { readPins, storePins, type Pins } from './pins.ts'
import { readSignerText } from './read-signer-text.ts'

/** @throws {Error} whose message is for the reader */
export type FetchSigners = (gateway: string) => Promise<SignerHistory>

interface ChangedSigner {
  readonly gateway: string
  readonly pinned: string
  readonly history: SignerHistory
}

export interface SignerState {
  readonly source: SignerSource
  readonly pins: Pins
  readonly problem: string | null
  readonly asking: boolean
  /** A gateway now publishes another signer than the one pinned; the reader decides. */
  readonly changed: ChangedSigner | null
  /** Takes a gateway, an address, or the text of `/api/limits`. */
  readonly use: (text: string) => Promise<void>
  readonly judgeByPin: (gateway: string) => void
  readonly pin: () => void
  readonly unpin: (gateway: string) => void
  readonly acceptChange: () => void
}

/** Whom the reader trusts to have signed. Nothing of the file comes in here. */
export function useSigner(fetchSigners: FetchSigners | null): SignerState {
  const [source, setSource] = useState<SignerSource>({ kind: 'none' })
  const [pins, setPins] = useState(readPins)
  const [problem, setProblem] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const [changed, setChanged] = useState<ChangedSigner | null>(null)

  function changePins(next: Pins) {
    setPins(next)
    storePins(next)
  }

  function judgeByPin(gateway: string) {
    const address = pins[gateway]
    if (address === undefined) return
    setSource({ kind: 'pin', gateway, history: { current: { address }, retired: [] } })
  }

  async function askGateway(gateway: string, ask: FetchSigners) {
    setAsking(true)
    try {
      const history = await ask(gateway)
      const pinned = pins[gateway]
      if (pinned === undefined || pinned === history.current.address) {
        setSource({ kind: 'gateway', gateway, history })
      } else {
        judgeByPin(gateway)
        setChanged({ gateway, pinned, history })
      }
    } catch (error) {
      setSource({ kind: 'none' })
      setProblem(error instanceof Error ? error.message : 'It could not be asked.')
    } finally {
      setAsking(false)
    }
  }

  return {
    source,
    pins,
    problem,
    asking,
    changed,
    async use(text) {
      setProblem(null)
      setChanged(null)
      try {
        const named = readSignerText(text)
        if (named.kind === 'history') setSource({ kind: 'typed', history: named.history })
        else if (fetchSigners) await askGateway(named.gateway, fetchSigners)
        else setProblem('This page uses no network: give the address, or the text of /api/limits.')
      } catch (error) {
        if (!(error instanceof FormatError)) throw error
        setSource({ kind: 'none' })
        setProblem('This is no gateway, no signing address and no text of /api/limits.')
      }
    },
    judgeByPin,
    pin() {
      if (source.kind !== 'gateway') return
      changePins({ ...pins, [source.gateway]: source.history.current.address })
    },
    unpin(gateway) {
      changePins(Object.fromEntries(Object.entries(pins).filter(([name]) => name !== gateway)))
    },
    acceptChange() {
      if (!changed) return
      const { gateway, history } = changed
      changePins({ ...pins, [gateway]: history.current.address })
      setSource({ kind: 'gateway', gateway, history })
      setChanged(null)
    },
  }
}
