const LF = 0x0a
const CR = 0x0d

export interface EventLine {
  readonly start: number
  /** Just behind the last byte of the line, before its line end. */
  readonly end: number
}

/** The lines of one event, in order, without their line ends. */
export function eventLines(event: Uint8Array): readonly EventLine[] {
  const lines: EventLine[] = []
  let start = 0
  for (let at = 0; at < event.length; at++) {
    const byte = event[at]
    if (byte !== LF && byte !== CR) continue
    lines.push({ start, end: at })
    if (byte === CR && event[at + 1] === LF) at += 1
    start = at + 1
  }
  if (start < event.length) lines.push({ start, end: event.length })
  return lines
}

/**
 * Where the value of a `data` line begins, or -1 for any other line (WHATWG HTML section 9.2.6: one
 * leading space is not part of the value).
 */
export function dataStart(event: Uint8Array, { start, end }: EventLine): number {
  const isData =
    event[start] === 0x64 &&
    event[start + 1] === 0x61 &&
    event[start + 2] === 0x74 &&
    event[start + 3] === 0x61 &&
    start + 4 <= end
  if (!isData) return -1
  if (start + 4 === end) return end
  if (event[start + 4] !== 0x3a) return -1
  return event[start + 5] === 0x20 && start + 6 <= end ? start + 6 : start + 5
}
