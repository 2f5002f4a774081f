/** A host and its port as `Host` writes them; null for what is neither. */
export function readHost(header: string | undefined): { name: string; port: number | null } | null {
  const parts = /^(\[[0-9a-f:]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(header ?? '')
  if (!parts?.[1]) return null
  return { name: parts[1].toLowerCase(), port: parts[2] === undefined ? null : Number(parts[2]) }
}
