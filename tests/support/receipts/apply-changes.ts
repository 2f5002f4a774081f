/** One step of RFC 6902, as the vectors use it. */
export interface Change {
  readonly op: string
  readonly path: string
  readonly value?: unknown
}

type Members = Record<string, unknown>

/** A copy of the document with these changes; their paths name members of objects alone. */
export function applyChanges<Document>(document: Document, changes: readonly Change[]): Document {
  const copy = structuredClone(document)
  for (const { op, path, value } of changes) {
    const parts = path.split('/').slice(1)
    const place = parts
      .slice(0, -1)
      .reduce((members, part) => members[part] as Members, copy as Members)
    const name = parts.at(-1) ?? ''
    if (op === 'remove') delete place[name]
    else place[name] = value
  }
  return copy
}
