import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'

const storageKey = 'countersign.pins'

/** Signing addresses pinned in this browser, by the gateway's origin. */
export type Pins = Readonly<Record<string, string>>

export function readPins(): Pins {
  try {
    const text = localStorage.getItem(storageKey)
    if (text === null) return {}
    const entries = Object.entries(parseJsonObject(utf8ToBytes(text)).value)
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => isPin(entry)))
  } catch (error) {
    // A browser that keeps nothing has no pins.
    if (error instanceof FormatError || error instanceof DOMException) return {}
    throw error
  }
}

/** Leaves things as they are in a browser that keeps nothing. */
export function storePins(pins: Pins): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(pins))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

function isPin([gateway, address]: readonly [string, unknown]): boolean {
  return URL.canParse(gateway) && typeof address === 'string' && /^0x[0-9a-f]{40}$/.test(address)
}
