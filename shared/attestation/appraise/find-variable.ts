/**
 * Whether docker compose would substitute something in a value. A doubled dollar sign is its way to write
 * one; names of members are not substituted, but none that has the sign is understood here.
 */
export function findVariable(value: unknown): boolean {
  if (typeof value === 'string') return value.replaceAll('$$', '').includes('$')
  if (Array.isArray(value)) return value.some(findVariable)
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some(([name, member]) => name.includes('$') || findVariable(member))
}
