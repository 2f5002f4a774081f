export const sigstoreClaims = {
  'sigstore.trusted-root': 'This program’s list of Sigstore’s keys is recent enough.',
  'sigstore.certificate':
    'Sigstore issued the certificate for signing code. The certificate was valid when the log took the signature in.',
  'sigstore.certificate-log': 'The certificate stands in a public log of certificates.',
  'sigstore.signature': 'The key of the certificate signed the statement as it is here.',
  'sigstore.log-promise': 'The public log promised, with a time, to take the signature in.',
  'sigstore.log-inclusion': 'The public log signed that it holds the signature.',
  'sigstore.log-entry': 'The log holds this statement, this signature and this certificate.',
  'sigstore.issuer': 'GitHub Actions confirmed the identity behind the signature.',
  'sigstore.repository': 'A workflow of the configured repository signed the statement, for a tag.',
  'sigstore.runner': 'The workflow ran on a machine of GitHub.',
  'sigstore.statement': 'This program knows the kind of the statement.',
  'sigstore.subject': 'The statement is about the expected release.',
} as const
