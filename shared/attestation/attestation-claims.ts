import type { Claim } from '../claims.ts'

export const attestationClaims = {} as const satisfies Readonly<Record<string, Claim>>
