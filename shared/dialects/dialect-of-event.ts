import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { eventData } from '../sse/read-event.ts'
import { dialectOfStream, type StreamedDialect } from './dialect-registry.ts'

/** The dialect that one event says; null for one without data. Nothing is judged here, and nothing thrown. */
export function dialectOfEvent(event: Uint8Array): StreamedDialect | null {
  try {
    const value = JSON.parse(eventData(event) ?? '') as Json
    return isJsonObject(value) ? dialectOfStream(value) : null
  } catch {
    return null
  }
}
