import { timeWords } from '../words/english/verdict/shared-parts.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** `20 November 2026, 09:30 UTC`, the same in every place, since people compare it. */
export function showTime(iso: string): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return timeWords.unknown
  const clock = time.toISOString().slice(11, 16)
  return `${time.getUTCDate()} ${months[time.getUTCMonth()]} ${time.getUTCFullYear()}, ${clock} UTC`
}
