export const snpClaims = {
  'snp.root': 'The chain ends in a root certificate of AMD that this program knows byte for byte.',
  'snp.generation':
    'The processor is of a generation that is accepted, and certificates and report name the same one.',
  'snp.chain': 'AMD issued the certificate of the key that signed the report.',
  'snp.certificate-dates': 'No certificate is too old or too new.',
  'snp.revocation': 'AMD did not withdraw a certificate of the chain.',
  'snp.key': "The report was signed by the chip's own key, not by one lent to a cloud.",
  'snp.chip': 'The certificate is for the chip that the report names.',
  'snp.certificate-tcb': 'The certificate is for the firmware versions that the report names.',
  'snp.signature': 'The processor signed the report as it is here.',
  'snp.debug': 'The memory cannot be read from outside with debugging.',
  'snp.policy':
    'The policy of the enclave has no unknown bit, and no agent may move it to another machine.',
  'snp.privilege-level': 'The report was asked for from inside, at the most privileged level.',
  'snp.tcb': 'The firmware is at least as new as the stated minimums.',
  'snp.report-data': 'The report binds the expected keys and nonce.',
} as const
