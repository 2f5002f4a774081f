export const sigstoreClaims = {
  'sigstore.trusted-root': "This program's list of Sigstore's keys is not too old to be relied on.",
  'sigstore.certificate':
    'Sigstore issued the certificate, for signing code, and it held when the log took the signature in.',
  'sigstore.certificate-log': 'The certificate stands in a public log of certificates.',
  'sigstore.signature': 'The key of the certificate signed the statement as it is here.',
  'sigstore.log-promise': 'The public log promised, with a time, to take the signature in.',
  'sigstore.log-inclusion': 'The public log holds the signature, and signed that it does.',
  'sigstore.log-entry':
    'What the log holds is this statement, this signature and this certificate.',
  'sigstore.issuer': 'The identity behind the signature was confirmed by GitHub Actions.',
  'sigstore.repository': 'A workflow of the configured repository signed it, for a tag.',
  'sigstore.runner': 'The workflow ran on a machine of GitHub.',
  'sigstore.statement': 'The statement is of a kind that is understood.',
  'sigstore.subject': 'The statement is about the expected release.',
} as const
