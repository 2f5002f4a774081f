interface OriginFilterProps {
  readonly label: string
  readonly every: string
  readonly origins: readonly string[]
  readonly chosen: string | null
  readonly choose: (origin: string | null) => void
}

export function OriginFilter({ label, every, origins, chosen, choose }: OriginFilterProps) {
  return (
    <select
      aria-label={label}
      value={chosen ?? ''}
      onChange={({ target }) => choose(target.value === '' ? null : target.value)}
    >
      <option value="">{every}</option>
      {origins.map((origin) => (
        <option key={origin} value={origin}>
          {new URL(origin).host}
        </option>
      ))}
    </select>
  )
}
