import { setBounded } from '../../bytes/set-bounded.ts'
import { readOr } from '../../read-or.ts'
import { parseSessionOffer } from './audit-session.ts'
import { sessionIdOfDocument } from './verify-session.ts'

/** Session documents of an aggregator by their id: what an id names never changes. */
export interface SessionDocuments {
  /** Byte for byte, or null when there is none. */
  get(id: string, fetch: () => Promise<Uint8Array | null>): Promise<Uint8Array | null>
}

/** Documents that are kept. */
const mostKept = 64

export function createSessionDocuments(): SessionDocuments {
  const kept = new Map<string, Uint8Array>()
  const running = new Map<string, Promise<Uint8Array | null>>()

  async function load(id: string, fetch: () => Promise<Uint8Array | null>) {
    const bytes = await fetch()
    if (bytes === null || !isNamed(id, bytes)) return bytes
    setBounded(kept, mostKept, [id, bytes])
    return bytes
  }

  return {
    async get(id, fetch) {
      const known = kept.get(id)
      if (known) return known
      const current = running.get(id) ?? load(id, fetch).finally(() => running.delete(id))
      running.set(id, current)
      return current
    },
  }
}

/** Whether it is the document of this id; only then is it the same for everybody. */
function isNamed(id: string, bytes: Uint8Array): boolean {
  return readOr(false, () => sessionIdOfDocument(parseSessionOffer(bytes).session.document) === id)
}
