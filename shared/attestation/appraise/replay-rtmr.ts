import { sha384 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '../../bytes/bytes.ts'
import type { BootEvent } from './parse-event-log.ts'

/** Type of the events that dstack itself emits into RTMR3. */
export const runtimeEventType = 0x08000001

const registerBytes = 48
const typePrefix = new Uint8Array([0x01, 0x00, 0x00, 0x08])
const colon = new Uint8Array([0x3a])

type DigestForm = 'binary' | 'json'

/**
 * Digest of a runtime event. One form can never be the other; the JSON form binds name and payload, the
 * binary form does for names without a colon, so no other may be believed.
 */
export function runtimeEventDigest({ name, payload }: BootEvent, form: DigestForm): Uint8Array {
  if (form === 'binary') {
    return sha384(concatBytes(typePrefix, colon, utf8ToBytes(name), colon, payload))
  }
  const text = `{"name":${JSON.stringify(name)},"payload":"${bytesToHex(payload)}","type":${runtimeEventType}}`
  return sha384(utf8ToBytes(text))
}

/** Whether the digest in the log is the event's own; a log that leaves it out does not contradict. */
export function hasOwnDigest(event: BootEvent): boolean {
  const { digest } = event
  return (
    digest === null ||
    (['binary', 'json'] as const).some((form) => same(digest, runtimeEventDigest(event, form)))
  )
}

/** Values that the register may have after these events: a log without digests leaves the form open. */
export function replayRtmr(events: readonly BootEvent[], imr: BootEvent['imr']): readonly string[] {
  const own = events.filter((event) => event.imr === imr)
  const forms = own.some(({ digest, type }) => digest === null && type === runtimeEventType)
    ? (['binary', 'json'] as const)
    : (['binary'] as const)
  return forms.map((form) => {
    let register: Uint8Array = new Uint8Array(registerBytes)
    for (const event of own) register = sha384(concatBytes(register, extension(event, form)))
    return bytesToHex(register)
  })
}

/** What extends the register. A runtime event's digest is always computed, never believed. */
function extension(event: BootEvent, form: DigestForm): Uint8Array {
  const digest = event.type === runtimeEventType ? runtimeDigest(event, form) : event.digest
  const padded = new Uint8Array(registerBytes)
  padded.set(digest ?? [])
  return padded
}

function runtimeDigest(event: BootEvent, form: DigestForm): Uint8Array {
  if (event.digest === null) return runtimeEventDigest(event, form)
  const json = runtimeEventDigest(event, 'json')
  return same(event.digest, json) ? json : runtimeEventDigest(event, 'binary')
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return bytesToHex(a) === bytesToHex(b)
}
