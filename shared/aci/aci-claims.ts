import type { Claim } from '../claims.ts'

export const aciClaims = {} as const satisfies Readonly<Record<string, Claim>>
