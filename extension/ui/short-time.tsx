/** A time as short as it can be said today; all of it where somebody points at it. */
export function ShortTime({ at }: { readonly at: number }) {
  const time = new Date(at)
  const isToday = time.toDateString() === new Date().toDateString()
  return (
    <time dateTime={time.toISOString()} title={time.toLocaleString()}>
      {isToday
        ? time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
        : time.toLocaleDateString([], { day: 'numeric', month: 'short', year: 'numeric' })}
    </time>
  )
}
