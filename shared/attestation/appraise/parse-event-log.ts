import * as Type from 'typebox'
import { parseHex } from '../../bytes/bytes.ts'
import { checkShape } from '../../check-shape.ts'
import { FormatError } from '../../errors.ts'
import { parseJsonArray } from '../../json/parse-json-array.ts'
import * as bootReasons from '../../words/english/evidence/boot-reasons.ts'

/** One measurement of the boot (PROTOCOL.md §2.1). */
export interface BootEvent {
  /** Index of the RTMR that it extends. */
  readonly imr: 0 | 1 | 2 | 3
  readonly type: number
  /** 48 bytes at most, or none when the log leaves it out. */
  readonly digest: Uint8Array | null
  readonly name: string
  readonly payload: Uint8Array
}

/** Characters of a log that are read; those in use have some thousands, in some tens of events. */
export const longestEventLog = 1024 * 1024
const mostEvents = 1_000

const HexText = (most: number) =>
  Type.String({ pattern: '^(?:[0-9a-f]{2})*$', maxLength: 2 * most })

const EventLogSchema = Type.Array(
  Type.Object({
    imr: Type.Integer({ minimum: 0, maximum: 3 }),
    event_type: Type.Integer({ minimum: 0, maximum: 0xff_ff_ff_ff }),
    digest: HexText(48),
    event: Type.String({ maxLength: 4096 }),
    event_payload: HexText(longestEventLog / 2),
  }),
  { minItems: 1 },
)

/**
 * @param text JSON text of the log, as `evidence.event_log` holds it
 * @throws {FormatError} EVENT_LOG_MALFORMED, JSON_MALFORMED
 */
export function parseEventLog(text: string): readonly BootEvent[] {
  if (text.length > longestEventLog) {
    throw new FormatError('EVENT_LOG_MALFORMED', bootReasons.logTooLong(longestEventLog))
  }
  const items = parseJsonArray(text)
  if (items.length > mostEvents) {
    throw new FormatError('EVENT_LOG_MALFORMED', bootReasons.tooManyEvents(mostEvents))
  }
  const entries = checkShape(items, EventLogSchema, bootReasons.log, 'EVENT_LOG_MALFORMED')
  return entries.map(({ imr, event_type, digest, event, event_payload }) => ({
    imr: imr as BootEvent['imr'],
    type: event_type,
    digest: digest === '' ? null : parseHex(digest),
    name: event,
    payload: parseHex(event_payload),
  }))
}
