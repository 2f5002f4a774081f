/**
 * How a body is encrypted that a gateway passes on untouched: as a whole (EHBP), or field by field to a host of NEAR's, which
 * is met directly or through Venice (PROTOCOL.md §12.3, §12.4, §12.5).
 */
export const bodySchemes = ['ehbp-1', 'near-2', 'venice-1', 'chutes-1'] as const

export type BodyScheme = (typeof bodySchemes)[number]
