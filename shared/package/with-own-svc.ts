import { joinBytes } from '../bytes/bytes.ts'
import { splitSseEvents } from '../sse/split-sse-events.ts'
import { removeSvcFromEvent, removeSvcFromJson } from '../svc/remove-svc.ts'
import { spliceSvcIntoEvent, spliceSvcIntoJson } from '../svc/splice-svc.ts'

/**
 * What an enclave sent of an answer that was verified, with this `svc` in the place of the gateway's.
 * @throws {FormatError} where the gateway's cannot be taken out
 */
export function withOwnSvc(
  bytes: Uint8Array,
  delivery: 'buffered' | 'streamed',
  svcText: string,
): Uint8Array {
  if (delivery === 'buffered') return spliceSvcIntoJson(removeSvcFromJson(bytes).bytes, svcText)
  return joinBytes(
    splitSseEvents(bytes).events.map((event) => {
      const removed = removeSvcFromEvent(event)
      return removed.svcText === null ? removed.bytes : spliceSvcIntoEvent(removed.bytes, svcText)
    }),
  )
}
