import type { Claim } from '../claims.ts'

export const e2eeClaims = {} as const satisfies Readonly<Record<string, Claim>>
