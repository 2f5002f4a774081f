export const receiptClaims = {
  'receipt.digest': {
    user: 'The receipt was not altered after it was signed.',
    auditor: 'sha256(JCS(body)) equals the digest that the signature covers.',
    source: 'shared/receipt/FORMAT.md §2.1, §2.2',
  },
  'receipt.signature': {
    user: 'The signature is valid.',
    auditor: 'EIP-191 recovery over the 64-character digest gives the address in `signer`.',
    source: 'shared/receipt/FORMAT.md §2.2',
  },
  'receipt.signer': {
    user: 'The gateway you named signed this receipt, with a key that was in use then.',
    auditor:
      'The recovered address is the published signer, or a retired signer whose dates contain issuedAt. It was not revoked before.',
    source: 'shared/receipt/FORMAT.md §2.3',
  },
  'receipt.time': {
    user: 'The time in the receipt is not in the future.',
    auditor: 'issuedAt is at most 300 s ahead of the reader’s clock.',
    source: 'shared/receipt/FORMAT.md §2.4',
  },
  'receipt.model': {
    user: 'The receipt is for the model that was asked.',
    auditor:
      '`body.model` is the id in the request, or what the gateway lists for the trait in it.',
    source: 'shared/receipt/FORMAT.md §2.5',
  },
  'receipt.enclave': {
    user: 'The receipt names an enclave if its mode needs an enclave, and else none.',
    auditor: '`body.enclave` is present for tee and e2ee, and absent for anonymized and private.',
    source: 'shared/receipt/FORMAT.md §2.1',
  },
  'receipt.hardware': {
    user: 'The receipt does not present a simulated enclave as hardware.',
    auditor: '`body.enclave.verifiedBy` names a scheme rooted in the hardware vendor.',
    source: 'shared/receipt/FORMAT.md §1.3',
  },
  'svc.mode': {
    user: 'The mode shown is the signed mode.',
    auditor: '`svc.privacy_mode` equals the signed `body.mode`.',
    source: 'shared/receipt/FORMAT.md §4.1',
  },
  'svc.label': {
    user: 'The label shown on the answer belongs to the signed mode.',
    auditor: '`svc.privacy_label` equals the label derived from the signed body.',
    source: 'shared/receipt/FORMAT.md §4.1',
  },
  'svc.digest': {
    user: 'The answer and its receipt belong together.',
    auditor: '`svc.receipt_digest` equals `svc.receipt.digest`.',
    source: 'shared/receipt/FORMAT.md §4.1',
  },
  'commitment.prompt': {
    user: 'This is what was asked.',
    auditor: 'sha256(salts.prompt ":" JCS(messages)) equals body.promptCommit.',
    source: 'shared/receipt/FORMAT.md §3.1',
  },
  'commitment.response': {
    user: 'This is what was answered.',
    auditor: 'sha256(salts.response ":" JCS(choices[0].message)) equals body.responseCommit.',
    source: 'shared/receipt/FORMAT.md §3.1',
  },
  'e2ee.relayed': {
    user: 'An answer that is called end-to-end encrypted did not come to this page in clear.',
    auditor: 'An answer of mode e2ee came from POST /api/e2ee/relay, and from nowhere else.',
    source: 'shared/aci/PROTOCOL.md §9',
  },
  'receipt.replayed': {
    user: 'This receipt came with no earlier answer.',
    auditor: 'No answer with this digest was received on another site before.',
    source: 'shared/receipt/FORMAT.md §6.1',
  },
} as const
