import { joinBytes } from '#shared/bytes/bytes.ts'
import { createByteStore } from '#shared/sse/byte-store.ts'
import { streamTooLong } from './stream-errors.ts'

/**
 * What may leave before the answer is proven (PROTOCOL.md §10): every event; every event up to the
 * one that finishes the first choice; or none.
 */
export type Release = 'every-event' | 'until-last' | 'none'

/** Events on their way to the caller: they leave as soon as they may, or wait for the proof. */
export interface HeldEvents {
  /** @throws {GatewayError} when too much waits */
  add(bytes: Uint8Array): void
  /** The event in which the first choice finishes: it waits, and what comes from here on waits behind it. */
  addLast(event: Uint8Array): void
  /** What may leave, as one piece: a line a byte must not cost a write each. Empty where nothing may. */
  leave(): Uint8Array
  /** All that waited, in order. */
  release(): readonly { readonly bytes: Uint8Array; readonly isLast: boolean }[]
}

/** Most that waits for its proof, 64 MiB. */
const heldLimitBytes = 64 * 1024 * 1024

export function createHeldEvents(release: Release): HeldEvents {
  let leaving: Uint8Array[] = []
  let last: Uint8Array | null = null
  const before = createByteStore()
  const behind = createByteStore()
  return {
    add(bytes) {
      if (release === 'every-event' || (release === 'until-last' && last === null)) {
        leaving.push(bytes)
        return
      }
      const held = before.length + behind.length + bytes.length + (last?.length ?? 0)
      if (held > heldLimitBytes) throw streamTooLong()
      ;(last === null ? before : behind).add(bytes)
    },
    addLast(event) {
      // A copy: `slice` of a Buffer is a view.
      last = new Uint8Array(event)
    },
    leave() {
      const [only] = leaving
      const bytes = leaving.length === 1 && only ? only : joinBytes(leaving)
      leaving = []
      return bytes
    },
    release() {
      if (last === null) return []
      return [
        { bytes: before.take(), isLast: false },
        { bytes: last, isLast: true },
        { bytes: behind.take(), isLast: false },
      ]
    },
  }
}
