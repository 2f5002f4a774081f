import { relayByFetch } from './gateway-relay.ts'

type Traits = ReadonlyMap<string, string>

/** A page can make the gateway be asked: for one gateway once in ten minutes. */
const askAgainMs = 10 * 60_000
const known = new Map<string, { readonly at: number; readonly traits: Promise<Traits | null> }>()

/** What a gateway that the user named lists for its traits; null when it cannot be had. */
export function traitsOf(gateway: string): Promise<Traits | null> {
  const found = known.get(gateway)
  if (found && Date.now() - found.at < askAgainMs) return found.traits
  const relay = relayByFetch({ gateway, authorization: null, signal: null })
  const traits = relay.traits().catch(() => null)
  known.set(gateway, { at: Date.now(), traits })
  return traits
}
