const source = 'shared/aci/PROTOCOL.md §8.4'

export const hostClaims = {
  'host.evidence': {
    user: 'The model’s host showed evidence that this program can check.',
    auditor:
      'The evidence of the session is JSON. It has a TDX quote, the TLS key that the quote covers, and the nonce.',
    source,
  },
  'host.channel': {
    user: 'The enclave in front connected to the key that the model’s host proved to have.',
    auditor:
      'Every channel_binding of the session is a TLS key, and it is tls_cert_fingerprint of the evidence.',
    source,
  },
  'host.quote': {
    user: 'The maker of the processor vouches for the model’s host.',
    auditor:
      'Every check of the quote passed. Report data is sha256(signing_address ‖ tls_cert_fingerprint) ‖ request_nonce.',
    source,
  },
  'host.measurement': {
    user: 'The model’s host runs software that was accepted beforehand.',
    auditor:
      'The log replays to RTMR0 to RTMR3. Compose file and platform are among the pinned `model_hosts`.',
    source,
  },
} as const
