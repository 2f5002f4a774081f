import { useState } from 'react'
import { GatewayUnreachable } from '../fetch-evidence.ts'
import * as api from './keys-api.ts'
import { keysWords as words } from '#shared/words/english/pages/keys-page.ts'

export interface HeldKey {
  readonly key: string
  /** `fresh`: made or rotated here a moment ago, and shown nowhere else again. */
  readonly origin: 'fresh' | 'typed'
  /** Null while they could not be read. */
  readonly facts: api.KeyFacts | null
}

export type KeyState = ReturnType<typeof useKey>

/** One key, held in this component's memory alone: it goes with the tab, or with a reload. */
export function useKey(gateway: string) {
  const [held, setHeld] = useState<HeldKey | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)

  async function attempt(step: () => Promise<string | null>) {
    setBusy(true)
    setProblem(null)
    setDone(null)
    try {
      setDone(await step())
    } catch (error) {
      if (!(error instanceof GatewayUnreachable)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }

  async function hold(key: string, origin: HeldKey['origin']) {
    // A fresh key is nowhere else: it is shown whatever comes of asking about it.
    if (origin === 'fresh') setHeld({ key, origin, facts: null })
    setHeld({ key, origin, facts: await api.readKey(gateway, key) })
  }

  /** A step with the key that is held; nothing without one. */
  function withKey(step: (held: HeldKey) => Promise<string | null>) {
    if (held) void attempt(() => step(held))
  }

  return {
    held,
    busy,
    problem,
    done,
    make: () =>
      void attempt(async () => {
        await hold(await api.makeKey(gateway), 'fresh')
        return words.wasMade
      }),
    take: (key: string) =>
      void attempt(async () => {
        await hold(key.trim(), 'typed')
        return null
      }),
    refresh: () =>
      withKey(async ({ key, origin }) => {
        await hold(key, origin)
        return null
      }),
    rotate: () =>
      withKey(async ({ key }) => {
        await hold(await api.rotateKey(gateway, key), 'fresh')
        return words.replaced
      }),
    revoke: () =>
      withKey(async ({ key }) => {
        await api.revokeKey(gateway, key)
        setHeld(null)
        return words.ended
      }),
    redeem: (code: string) =>
      withKey(async ({ key, origin }) => {
        await api.redeemVoucher(gateway, key, code.trim())
        await hold(key, origin)
        return words.redeemed
      }),
    forget: () => setHeld(null),
  }
}
