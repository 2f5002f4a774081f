import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'

/** Of a reader of vectors, at the time that their README names. @param limits as a gateway publishes them */
export function vectorTrust(limits: unknown) {
  return {
    signers: parseSignerHistory(limits),
    policy: { simulatedEnclave: 'reject' },
    nowSeconds: Date.parse('2026-11-20T12:00:00.000Z') / 1000,
  } as const
}
