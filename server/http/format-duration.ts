/** The way OpenAI writes `x-ratelimit-reset-requests`: `12s`, `1m3s`; rounded up to whole seconds. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds}s` : `${minutes}m${seconds % 60}s`
}
