import { useRef, useState } from 'react'
import { FormatError } from '#shared/errors.ts'
import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import type { SignerSource } from '../../judge/signer-source.ts'
import type { Operator } from '#shared/limits-statement/parse-operator.ts'
import type { PublishedSigners } from './fetch-signers.ts'
import { pinnedHistory } from './pinned-history.ts'
import { readPins, storePins, type Pins } from './pins.ts'
import { readSignerText } from './read-signer-text.ts'
import { verifyWords as words } from '#shared/words/english/pages/verify-page.ts'

/** @throws {Error} whose message is for the reader */
export type FetchSigners = (gateway: string) => Promise<PublishedSigners>

interface Asked {
  /** The one that serves the page; null for a file on a disk, which asks nobody. */
  readonly gateway: string | null
  readonly fetchSigners: FetchSigners | null
}

interface ChangedSigner {
  readonly gateway: string
  readonly pinned: string
  readonly history: SignerHistory
  readonly operator: Operator | null
}

export interface SignerState {
  readonly source: SignerSource
  readonly pins: Pins
  readonly problem: string | null
  readonly asking: boolean
  /** The gateway that serves the page has not answered yet: nothing can be said of a signature before. */
  readonly isFirstAsked: boolean
  /** A gateway now publishes another signer than the one pinned; the reader decides. */
  readonly changed: ChangedSigner | null
  /** Takes a gateway, an address, or the text of `/api/limits`. */
  readonly use: (text: string) => Promise<void>
  /** The pinned address counts at once; the gateway's dates for the address narrow it later. */
  readonly judgeByPin: (gateway: string) => Promise<void>
  readonly pin: () => void
  readonly unpin: (gateway: string) => void
  readonly acceptChange: () => void
}

/** The signers that the reader trusts. Nothing in the file changes them. */
export function useSigner({ fetchSigners, gateway: own }: Asked): SignerState {
  const { source, isFirstAsked, decide } = useSource(fetchSigners !== null)
  const { pins, pinned, changePins } = usePins()
  /** Counts what the reader asked for: the answer to anything but the last is dropped. */
  const begun = useRef(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const [changed, setChanged] = useState<ChangedSigner | null>(null)

  function begin(): number {
    begun.current += 1
    setAsking(false)
    setProblem(null)
    setChanged(null)
    return begun.current
  }

  /** @param without what judges when the gateway does not answer */
  async function askGateway(gateway: string, ask: FetchSigners, without: SignerSource) {
    const number = begun.current
    setAsking(true)
    try {
      const published = await ask(gateway)
      if (number === begun.current) judgeBy(gateway, published)
    } catch (error) {
      if (number !== begun.current) return
      decide(without)
      setProblem(error instanceof Error ? error.message : words.notAsked)
    } finally {
      if (number === begun.current) setAsking(false)
    }
  }

  function judgeBy(gateway: string, published: PublishedSigners) {
    const judged = judgedBy(gateway, published, pinned.current[gateway])
    decide(judged.source)
    setChanged(judged.changed)
  }

  return {
    source,
    pins,
    problem,
    asking,
    isFirstAsked,
    changed,
    async use(text) {
      begin()
      try {
        const named = readSignerText(text, own)
        if (named.kind === 'history') decide({ kind: 'typed', history: named.history })
        else if (fetchSigners) await askGateway(named.gateway, fetchSigners, { kind: 'none' })
        else setProblem(words.noNetwork)
      } catch (error) {
        if (!(error instanceof FormatError)) throw error
        decide({ kind: 'none' })
        setProblem(words.noGateway)
      }
    },
    async judgeByPin(gateway) {
      begin()
      const address = pinned.current[gateway]
      if (address === undefined) return
      const alone: SignerSource = { kind: 'pin', gateway, history: pinnedHistory(address, null) }
      decide(alone)
      if (fetchSigners) await askGateway(gateway, fetchSigners, alone)
    },
    pin() {
      if (source.kind !== 'gateway') return
      changePins({ ...pins, [source.gateway]: source.history.current.address })
    },
    unpin(gateway) {
      changePins(Object.fromEntries(Object.entries(pins).filter(([name]) => name !== gateway)))
      if (source.kind !== 'pin' || source.gateway !== gateway) return
      begin()
      decide({ kind: 'none' })
    },
    acceptChange() {
      if (!changed) return
      const { gateway, history, operator } = changed
      begin()
      changePins({ ...pins, [gateway]: history.current.address })
      decide({ kind: 'gateway', gateway, history, operator })
    },
  }
}

/** @param isAsked whether a gateway is asked to begin with */
function useSource(isAsked: boolean) {
  const [source, setSource] = useState<SignerSource>({ kind: 'none' })
  const [isFirstAsked, setIsFirstAsked] = useState(isAsked)

  function decide(next: SignerSource) {
    setSource(next)
    setIsFirstAsked(false)
  }

  return { source, isFirstAsked, decide }
}

/** A pinned address judges, whatever its gateway publishes by now. */
function judgedBy(
  gateway: string,
  { history, operator }: PublishedSigners,
  pinned: string | undefined,
): Pick<SignerState, 'source' | 'changed'> {
  if (pinned === undefined || pinned === history.current.address) {
    return { source: { kind: 'gateway', gateway, history, operator }, changed: null }
  }
  const source: SignerSource = { kind: 'pin', gateway, history: pinnedHistory(pinned, history) }
  return { source, changed: { gateway, pinned, history, operator } }
}

function usePins() {
  const [pins, setPins] = useState(readPins)
  /** As `pins`, for an answer that comes later than the drawing it was asked from. */
  const pinned = useRef(pins)

  function changePins(next: Pins) {
    pinned.current = next
    setPins(next)
    storePins(next)
  }

  return { pins, pinned, changePins }
}
