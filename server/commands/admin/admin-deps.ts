import type { RandomBytes } from '../../gateway/common/secrets.ts'
import type { TrustedRootPlace } from './renew-trusted-root.ts'

export interface AdminDeps {
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly randomBytes: RandomBytes
  readonly now: () => Date
  readonly trustedRoot: TrustedRootPlace
  readonly say: (line: string) => void
  readonly complain: (line: string) => void
}
