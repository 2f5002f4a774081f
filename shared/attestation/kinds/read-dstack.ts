import * as Type from 'typebox'
import { utf8ToBytes } from '../../bytes/bytes.ts'
import { checkShape } from '../../check-shape.ts'
import { parseJsonObject } from '../../json/parse-json-object.ts'
import { OpenObject } from '../../open-object.ts'
import { parseEventLog, type BootEvent } from '../appraise/parse-event-log.ts'

/** `info` of a dstack report: `tcb_info` is an object, or the text of one. */
export const DstackInfoSchema = Type.Object({
  tcb_info: Type.Union([Type.String(), OpenObject]),
})

const TcbInfoSchema = Type.Object({ app_compose: Type.String(), event_log: Type.Unknown() })

export interface DstackInfo {
  readonly appCompose: string
  /** The log as this member repeats it. */
  readonly eventLog: readonly BootEvent[]
}

/** @throws {FormatError} EVIDENCE_MALFORMED, EVENT_LOG_MALFORMED, JSON_* */
export function readDstackInfo({
  tcb_info: given,
}: Type.Static<typeof DstackInfoSchema>): DstackInfo {
  const value = typeof given === 'string' ? parseJsonObject(utf8ToBytes(given)).value : given
  const info = checkShape(value, TcbInfoSchema, 'tcb_info')
  return { appCompose: info.app_compose, eventLog: readEventLog(info.event_log) }
}

/** A log is an array, or the text of one. @throws {FormatError} EVENT_LOG_MALFORMED, JSON_* */
export function readEventLog(given: unknown): readonly BootEvent[] {
  return parseEventLog(typeof given === 'string' ? given : JSON.stringify(given))
}
