export const verificationClaims = {
  'enclave.attestation-chain': {
    user: 'The maker of the processor vouches for the enclave.',
    auditor: 'Every check of the quote, its collateral and the platform’s state passed.',
    source: 'shared/aci/PROTOCOL.md §10, §3.2',
  },
  'enclave.measurement': {
    user: 'The enclave runs software that was accepted beforehand.',
    auditor: 'Every check of the measured boot against the pinned reference values passed.',
    source: 'shared/aci/PROTOCOL.md §10, §4, §5.1',
  },
  'enclave.workload-identity': {
    user: 'The enclave runs the expected application, and its keys belong to this application.',
    auditor: 'App id, subject, key custody and the channel belong to the accepted workload.',
    source: 'shared/aci/PROTOCOL.md §10, §5, §6',
  },
  'enclave.receipt-binding': {
    user: 'The enclave signed its receipt with a key that the quote vouches for.',
    auditor: 'Receipt key, keyset digest, statement with our nonce and report data are linked.',
    source: 'shared/aci/PROTOCOL.md §10, §2.3, §8.1',
  },
  'enclave.upstream-model': {
    user: 'The model itself ran in a checked enclave.',
    auditor: 'The enclave serves the model itself, or its receipt names an audited session.',
    source: 'shared/aci/PROTOCOL.md §10, §8.4',
  },
  'enclave.response-commitment': {
    user: 'The enclave’s receipt is about this very answer.',
    auditor: 'The receipt commits to the exact bytes of this exchange.',
    source: 'shared/aci/PROTOCOL.md §10, §8.3',
  },
  'enclave.signed': {
    user: 'The gateway signed for the enclave whose evidence this program checked.',
    auditor:
      '`body.enclave` has the measurement and the scheme of the enclave that the evidence establishes.',
    source: 'shared/receipt/FORMAT.md §2.1',
  },
} as const
