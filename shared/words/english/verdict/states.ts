/** What a badge says of a state: alone, and behind a privacy label. */
export const stateWords = {
  failed: 'Check failed',
  noReceipt: 'No receipt',
  unknownSigner: 'Unknown signer',
  behindUnknownSigner: 'unknown signer',
  simulated: 'Simulated enclave',
  notFullyChecked: 'Not fully checked',
  behindNotFullyChecked: 'not fully checked',
  gatewaysClaim: 'Gateway’s claim',
  behindGatewaysClaim: 'gateway’s claim',
  providersClaim: 'Provider’s claim',
  behindProvidersClaim: 'provider’s claim',
  promised: 'Promised',
  behindPromised: 'promised',
  verified: 'Verified',
  behindVerified: 'verified',
} as const
