export const quoteClaims = {
  'quote.root': {
    user: 'The proof leads to the processor’s maker.',
    auditor:
      'All three chains end in the pinned root certificate, compared by the SHA-256 of its DER.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.pck-chain': {
    user: 'The processor has a certificate of its maker.',
    auditor:
      'PCK certificate, Platform or Processor CA, root: names, CA marks, key usage and ECDSA P-256 signatures.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.certificate-dates': {
    user: 'No certificate is too old or too new.',
    auditor:
      'notBefore and notAfter of every certificate in the three chains contain the time of the check.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.crl-signature': {
    user: 'The processor’s maker signed the lists of withdrawn certificates.',
    auditor:
      'The root’s CRL is signed by the root, the PCK CRL by the PCK’s CA, and the issuers match.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.crl-dates': {
    user: 'The lists of withdrawn certificates are current.',
    auditor: 'thisUpdate and nextUpdate of both CRLs contain the time of the check.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.revocation': {
    user: 'No certificate was withdrawn.',
    auditor: 'No serial number of the three chains stands in its CRL.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.tcb-info-signature': {
    user: 'The processor’s maker signed the description of the platform’s state.',
    auditor: 'The exact text of tcbInfo is signed by "Intel SGX TCB Signing", issued by the root.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.tcb-info-dates': {
    user: 'The description of the platform’s state is current.',
    auditor: 'issueDate and nextUpdate of tcbInfo contain the time of the check.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.tcb-info-subject': {
    user: 'The description of the platform’s state is about this kind of platform.',
    auditor:
      'tcbInfo has id TDX, version 3 or later, and the FMSPC and PCE id of the PCK certificate.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.qe-identity-signature': {
    user: 'The processor’s maker signed the description of the part that signs quotes.',
    auditor:
      'The exact text of enclaveIdentity is signed by "Intel SGX TCB Signing", issued by the root.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.qe-identity-dates': {
    user: 'The description of the part that signs quotes is current.',
    auditor: 'issueDate and nextUpdate of enclaveIdentity contain the time of the check.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.qe-identity-subject': {
    user: 'The description is about the part that signs quotes of this kind.',
    auditor: 'enclaveIdentity has id TD_QE and version 2 or 3.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.qe-report-signature': {
    user: 'This processor vouches for the part that signed the quote.',
    auditor: 'The QE report is signed by the key of the PCK certificate.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.qe-report-data': {
    user: 'The right part of the processor made the key that signed the quote.',
    auditor: 'QE report data is sha256(attestation key, authentication data), then 32 zero bytes.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.qe-policy': {
    user: 'The part that signs quotes is as the maker describes it.',
    auditor:
      'MRSIGNER, ISVPRODID, MISCSELECT and attributes under their masks equal the QE identity; no debug.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.signature': {
    user: 'The quote was not altered.',
    auditor: 'The attestation key signed header and body of the quote.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.tdx-module': {
    user: 'The module that isolates the enclave is as the maker describes it.',
    auditor: 'MRSIGNERSEAM and SEAM attributes equal the module identity that tee_tcb_svn names.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.tcb-status': {
    user: 'The platform has the required security updates.',
    auditor: 'The policy accepts the worst status of platform, TDX module and quoting enclave.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.td-debug': {
    user: 'Nobody can look into the enclave’s memory with a debugger.',
    auditor: 'The DEBUG attribute of the TD is 0.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.td-attributes': {
    user: 'The enclave runs with the protections that it must have.',
    auditor: 'SEPT_VE_DISABLE is 1, reserved attributes are 0, and no service TD is bound.',
    source: 'shared/aci/PROTOCOL.md §3.2',
  },
  'quote.report-data': {
    user: 'The quote was made for the keys in use, and for this check.',
    auditor:
      'The 64 bytes of report data equal the ones computed from the keyset and our own nonce.',
    source: 'shared/aci/PROTOCOL.md §2.3',
  },
} as const
