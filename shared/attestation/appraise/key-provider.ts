import * as Type from 'typebox'
import { firstShapeProblem } from '../../json/first-shape-problem.ts'

export interface KeyProvider {
  readonly kind: 'none' | 'local' | 'kms' | 'tpm'
  /** Lowercase hex; for a KMS the DER SPKI of its CA key. */
  readonly id: string
}

const KeyProviderSchema = Type.Object({
  name: Type.String(),
  id: Type.String({ pattern: '^(?:[0-9a-f]{2})*$' }),
})

/**
 * The provider that a `key-provider` event describes, or null when there is no such event or it is of
 * no known form (PROTOCOL.md §5.3).
 */
export function readKeyProvider(text: string | null): KeyProvider | null {
  if (text === null) return null
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return null
  }
  if (firstShapeProblem(KeyProviderSchema, document) !== null) return null
  const { name, id } = document as Type.Static<typeof KeyProviderSchema>
  if (name === 'kms' || name === 'tpm' || name === 'none') return { kind: name, id }
  return name.startsWith('local') ? { kind: 'local', id } : null
}
