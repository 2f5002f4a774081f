export const snpClaims = {
  'snp.root': 'The chain ends in a root certificate of AMD that this program knows byte for byte.',
  'snp.generation':
    'The generation of the processor is accepted. Certificates and report name the same generation.',
  'snp.chain': 'AMD issued the certificate of the key that signed the report.',
  'snp.certificate-dates': 'No certificate is too old or too new.',
  'snp.revocation': 'AMD did not withdraw a certificate of the chain.',
  'snp.key': 'The chip’s own key signed the report, and not a key lent to a cloud.',
  'snp.chip': 'The certificate is for the chip that the report names.',
  'snp.certificate-tcb': 'The certificate is for the firmware versions that the report names.',
  'snp.signature': 'The processor signed the report as it is here.',
  'snp.debug': 'Nobody can read the enclave’s memory with a debugger.',
  'snp.policy':
    'The policy of the enclave has no unknown bit, and no agent may move it to another machine.',
  'snp.privilege-level': 'The enclave itself asked for the report, at the most privileged level.',
  'snp.tcb': 'The firmware is at least as new as the stated minimums.',
  'snp.report-data': 'The report binds the expected keys and nonce.',
} as const
