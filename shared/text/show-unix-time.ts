import { showTime } from './show-time.ts'

/** A time in seconds since 1970, as evidence states it. It may be any number: `showTime` says so. */
export function showUnixTime(seconds: number): string {
  const time = new Date(seconds * 1000)
  return showTime(Number.isNaN(time.getTime()) ? '' : time.toISOString())
}
