export const aciClaims = {
  'evidence.time': {
    user: 'The evidence of the enclave is from the time of the answer.',
    auditor: '`fetchedAt` of the evidence and `issuedAt` of the receipt lie at most a day apart.',
    source: 'shared/receipt/FORMAT.md §5.2',
  },
  'evidence.format': {
    user: 'The proof is complete and could be read.',
    auditor: 'Report, quote, event log and collateral are well-formed documents of protocol aci/1.',
    source: 'shared/aci/PROTOCOL.md §2.1',
  },
  'aci.tee-type': {
    user: 'The enclave states its true kind of hardware.',
    auditor: '`tee_type` is "tdx", which is what the quote proves.',
    source: 'shared/aci/PROTOCOL.md §2.1',
  },
  'aci.keyset-digest': {
    user: 'The enclave’s list of keys does not contradict itself.',
    auditor: 'sha256(JCS(workload_keyset)) over all members equals the digest in the report.',
    source: 'shared/aci/PROTOCOL.md §2.2',
  },
  'aci.report-data': {
    user: 'The enclave’s statement is about these keys, and was made for this check.',
    auditor:
      'sha256 of the statement with our nonce equals report_data, and quote_report_data where present.',
    source: 'shared/aci/PROTOCOL.md §2.3',
  },
  'aci.keyset-expiry': {
    user: 'The enclave’s keys have not expired.',
    auditor: 'now < not_after, which is at most 90 days ahead.',
    source: 'shared/aci/PROTOCOL.md §2.2',
  },
  'aci.keyset-roles': {
    user: 'No key of the enclave serves two purposes.',
    auditor:
      'Keys of known algorithms have their length. Ids of signing keys are unique. No value stands in two roles. Keys of unknown algorithms are not used.',
    source: 'shared/aci/PROTOCOL.md §2.2',
  },
  'aci.e2ee-version': {
    user: 'The enclave can decrypt what is encrypted to it.',
    auditor: '`supported_e2ee_versions` names a version that this client speaks.',
    source: 'shared/aci/PROTOCOL.md §7.1',
  },
  'policy.subject': {
    user: 'The enclave does not claim to be another application.',
    auditor: '`subject` is null, or app-id:0x and the app id out of RTMR3.',
    source: 'shared/aci/PROTOCOL.md §2',
  },
  'custody.keys': {
    user: 'Each key of the enclave comes with a proof of its origin.',
    auditor:
      'Each key of a known algorithm has one chain, of its role and purpose. Chains of unknown roles count for nothing.',
    source: 'shared/aci/PROTOCOL.md §6',
  },
  'custody.app-key': {
    user: 'All keys of the enclave come from one source.',
    auditor: 'The first signature of every chain recovers the same key.',
    source: 'shared/aci/PROTOCOL.md §6',
  },
  'custody.root': {
    user: 'An accepted key management gave the keys to this application.',
    auditor: 'The second signature, over app id and app key, recovers an accepted root.',
    source: 'shared/aci/PROTOCOL.md §6',
  },
  'custody.scalar': {
    user: 'The enclave uses the key that it was given.',
    auditor: 'On secp256k1, public_key decompressed from kms_public_key is the key in use.',
    source: 'shared/aci/PROTOCOL.md §6',
  },
  'channel.tls': {
    user: 'The connection ends in the enclave.',
    auditor: 'SHA-256 of the observed TLS key (SPKI) stands in the attested keyset for this host.',
    source: 'shared/aci/PROTOCOL.md §10',
  },
  'channel.e2ee-key': {
    user: 'The key that questions are encrypted to belongs to the enclave.',
    auditor: 'The key stands under its algorithm in the keyset that the quote binds.',
    source: 'shared/aci/PROTOCOL.md §2.2, §7',
  },
} as const
